import type { BodyState } from '../../body.js';
import { DEPTH_ERROR_SHARE } from '../../constants.js';
import { DeviceError } from '../../errors.js';
import { F32_CAST_ERROR } from '../castError.js';
import type { Machine } from '../machine.js';
import { standInsOf } from '../standIns.js';
import { takeTurns } from '../takeTurns.js';
import { createContext, DeviceLost } from './context.js';
import { borrowDevice, type OpenDevice, openDevice, USAGE } from './device.js';
import { createDrawParts } from './drawPasses.js';
import { createGpuFrame, type GpuParts } from './gpuFrame.js';
import { host } from './host.js';
import { LATTICE_ERROR } from './lattice.js';
import { createLayerPasses } from './layerPasses.js';
import { createPipelines } from './pipelines.js';
import { probeSnapping } from './probeSnapping.js';
import { createResidency, type Residency } from './residency.js';
import { createTouchingPasses } from './touchingPasses.js';

export interface GpuMachineOptions {
  /** A device of the application's own: shared, never destroyed. */
  device?: GPUDevice | undefined;
  /** Whether a driver that runs on the CPU will do. */
  allowSoftware?: boolean;
  /** Whether stages are timed on the device, where it can. Default: yes. */
  timing?: boolean;
  /** The most bytes that any one buffer may take; larger queries go in slices. Default: what the device allows. */
  mostBytes?: number;
}

export interface GpuMachine extends Machine {
  /** The device it runs on at present, to share buffers with; another one after a loss. */
  readonly device: GPUDevice;
}

interface Opened extends GpuParts {
  readonly residency: Residency;
  readonly snapPx: number;
}

const CLOSED = 'webgpu: this machine is closed. Open another one.';

/** The machine on WebGPU. Queries take turns: the device works on one at a time anyway, and buffers are shared. */
export async function createGpuMachine({
  device,
  allowSoftware = true,
  timing = true,
  mostBytes,
}: GpuMachineOptions = {}): Promise<GpuMachine> {
  const openOne = async () => {
    const open = device ? borrowDevice(device) : await openDevice(allowSoftware);
    try {
      return await build({ ...open, canTime: open.canTime && timing }, mostBytes);
    } catch (error) {
      if (open.owned) open.device.destroy();
      throw error;
    }
  };
  let parts = await openOne();
  const inTurn = takeTurns();
  let closed = false;

  async function reopen(): Promise<void> {
    if (!parts.context.owned)
      throw new DeviceError(
        'webgpu: the device that was passed in is lost. Make a new one and open a new machine with it.',
      );
    dispose(parts);
    const next = await openOne();
    if (closed) {
      dispose(next);
      throw new DeviceError(CLOSED);
    }
    parts = next;
  }

  async function attempt<T>(query: () => Promise<T>): Promise<T> {
    if (closed) throw new DeviceError(CLOSED);
    if (parts.context.isLost()) await reopen();
    try {
      return await tried(query);
    } catch (error) {
      if (closed) throw new DeviceError(CLOSED);
      if (!(error instanceof DeviceLost) && !parts.context.isLost()) throw error;
    }
    await reopen();
    try {
      return await tried(query);
    } catch (error) {
      if (!(error instanceof DeviceLost)) throw error;
      throw new DeviceError(
        `webgpu: the device was lost twice in one query (${error.message}). Try a lower resolution, or the backend \`cpu\`.`,
      );
    }
  }

  async function tried<T>(query: () => Promise<T>): Promise<T> {
    try {
      return await query();
    } catch (error) {
      if (error instanceof DeviceError) {
        parts.residency.doubt();
        parts.passes.doubt();
      }
      throw error;
    }
  }

  /** Bodies to be forgotten when what is recorded of them has been submitted. */
  let gone: BodyState[] = [];
  let isUnderWay = false;

  function letGo(): void {
    parts.residency.settled();
    for (const body of gone) {
      parts.residency.forget(body);
      parts.draws.edges.forget(body);
    }
    gone = [];
  }

  async function alone<T>(query: () => Promise<T>): Promise<T> {
    isUnderWay = true;
    try {
      return await attempt(query);
    } finally {
      isUnderWay = false;
      letGo();
    }
  }

  const close = () => {
    closed = true;
    dispose(parts);
  };
  return {
    kind: 'webgpu',
    get device() {
      return parts.context.device;
    },
    get name() {
      return parts.context.name;
    },
    positionError: LATTICE_ERROR,
    castError: F32_CAST_ERROR,
    get snapPx() {
      return parts.snapPx;
    },
    drawnDepthError: DEPTH_ERROR_SHARE,
    run: (atlas, query) => inTurn(() => alone(() => query(createGpuFrame(atlas, parts)))),
    forget(body) {
      gone.push(body, ...standInsOf(body));
      if (!isUnderWay) letGo();
    },
    close,
    [Symbol.dispose]: close,
  };
}

function dispose({ residency, draws, context }: Opened): void {
  residency.dispose();
  draws.dispose();
  context.dispose();
}

async function build(open: OpenDevice, mostBytes: number | undefined): Promise<Opened> {
  const context = createContext(open, mostBytes);
  const pipelines = createPipelines(context);
  const residency = createResidency(context, pipelines);
  const { storage, copySrc, copyDst } = USAGE;
  return {
    context,
    pipelines,
    residency,
    passes: createLayerPasses(context, pipelines, residency),
    tallies: context.roomy('tally', storage | copySrc | copyDst),
    maps: context.roomy('map', storage | copySrc | copyDst),
    given: context.roomy('given to kernels', storage | copyDst),
    draws: createDrawParts(context, residency),
    touching: createTouchingPasses(context, pipelines, residency, host),
    host,
    snapPx: await probeSnapping(context),
  };
}
