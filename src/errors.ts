/** A call that cannot be answered as given. The message says the fact, the value and the remedy. */
export class InputError extends Error {
  override readonly name = 'InputError';
}

/** The device failed and could not be brought back. The message says what was tried. */
export class DeviceError extends Error {
  override readonly name = 'DeviceError';
}
