/**
 * Runs in the page, before its scripts: canvases of WebGPU draw into textures, and `present()` shows these on canvases of two dimensions
 * in the same places. Chromium's GPU process ends on the first frame of a WebGPU canvas where the adapter is SwiftShader and there
 * is no screen. As with a screen, a frame is asked for when the one before it is drawn: without, a page that moves draws ahead of a slow
 * driver without end.
 */
export function canvasInMemory(): void {
  type Fake = {
    canvas: HTMLCanvasElement;
    config?: GPUCanvasConfiguration;
    texture?: GPUTexture;
    shown?: HTMLCanvasElement;
  };
  const fakes = new Map<HTMLCanvasElement, Fake>();
  const contextOf = (fake: Fake) => ({
    canvas: fake.canvas,
    configure(config: GPUCanvasConfiguration) {
      fake.config = config;
      delete fake.texture;
    },
    unconfigure() {},
    getConfiguration: () => fake.config,
    getCurrentTexture() {
      const { width, height } = fake.canvas;
      if (fake.texture?.width !== width || fake.texture.height !== height) {
        const { device, format } = fake.config!;
        const usage = GPUTextureUsage.RENDER_ATTACHMENT | GPUTextureUsage.COPY_SRC | GPUTextureUsage.TEXTURE_BINDING;
        fake.texture = device.createTexture({ size: [width, height], format, usage });
      }
      return fake.texture;
    },
  });
  const { getContext } = HTMLCanvasElement.prototype;
  HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, kind: string, ...more: unknown[]) {
    if (kind !== 'webgpu') return (getContext as (...given: unknown[]) => unknown).call(this, kind, ...more);
    let fake = fakes.get(this);
    if (!fake) fakes.set(this, (fake = { canvas: this }));
    return contextOf(fake);
  } as typeof getContext;

  const soon = requestAnimationFrame.bind(globalThis);
  const drawn = () => Promise.all([...fakes.values()].map(({ config }) => config?.device.queue.onSubmittedWorkDone()));
  const waiting = new Set<number>();
  globalThis.requestAnimationFrame = (frame) => {
    const id = soon(async () => {
      await drawn();
      if (waiting.delete(id)) frame(performance.now());
    });
    waiting.add(id);
    return id;
  };
  const { cancelAnimationFrame: cancel } = globalThis;
  globalThis.cancelAnimationFrame = (id) => {
    waiting.delete(id);
    cancel.call(globalThis, id);
  };

  async function present(): Promise<void> {
    for (const fake of fakes.values()) {
      const { canvas, texture, config } = fake;
      if (!texture || !config || !canvas.isConnected) continue;
      const { width, height } = texture;
      const stride = Math.ceil(width / 64) * 256;
      const usage = GPUBufferUsage.COPY_DST | GPUBufferUsage.MAP_READ;
      const buffer = config.device.createBuffer({ size: stride * height, usage });
      const encoder = config.device.createCommandEncoder();
      encoder.copyTextureToBuffer({ texture }, { buffer, bytesPerRow: stride }, [width, height]);
      config.device.queue.submit([encoder.finish()]);
      await buffer.mapAsync(GPUMapMode.READ);
      const bytes = new Uint8Array(buffer.getMappedRange());
      const image = new ImageData(width, height);
      const isBgra = config.format === 'bgra8unorm';
      for (let y = 0; y < height; y++)
        for (let x = 0; x < width; x++)
          for (let c = 0; c < 4; c++)
            image.data[4 * (y * width + x) + c] = bytes[y * stride + 4 * x + (isBgra && c < 3 ? 2 - c : c)];
      buffer.destroy();
      fake.shown ??= document.createElement('canvas');
      Object.assign(fake.shown, { width, height });
      fake.shown.getContext('2d')!.putImageData(image, 0, 0);
      const { left, top } = canvas.getBoundingClientRect();
      fake.shown.style.cssText = `position:absolute;left:${left}px;top:${top}px;width:${canvas.clientWidth}px;height:${canvas.clientHeight}px`;
      if (!fake.shown.isConnected) document.body.append(fake.shown);
    }
  }
  Object.assign(globalThis, { present });
}
