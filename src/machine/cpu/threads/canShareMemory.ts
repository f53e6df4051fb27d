export const inNode = typeof process !== 'undefined' && !!process.versions?.node;

/** Whether workers can share memory here: in Node always, on pages only where they are isolated from other origins. */
export const canShareMemory = (): boolean =>
  typeof SharedArrayBuffer !== 'undefined' && (inNode || globalThis.crossOriginIsolated);
