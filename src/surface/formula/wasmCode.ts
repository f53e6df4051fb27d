/**
 * WebAssembly as nested lists of bytes: an expression holds those that it is made of, and is flattened once. Only what formulas need. Expressions
 * that stand in two places are worked out twice: `Locals` keeps what is needed again.
 */
export type Code = Uint8Array | readonly (number | Code)[];

export const F64 = 0x7c;
export const V128 = 0x7b;
export const I32 = 0x7f;
export const NOTHING = 0x40;

const bytesOfNumber = new Uint8Array(8);
const numberView = new DataView(bytesOfNumber.buffer);

export function unsigned(value: number): Code {
  if (value < 128) return [value];
  const bytes: number[] = [];
  let left = value;
  for (; left > 127; left = Math.floor(left / 128)) bytes.push((left % 128) + 128);
  bytes.push(left);
  return bytes;
}

function signed(value: number): Code {
  const bytes: number[] = [];
  let left = value;
  while (left < -64 || left > 63) {
    bytes.push((left & 127) | 128);
    left >>= 7;
  }
  bytes.push(left & 127);
  return bytes;
}

/** The same few numbers come again and again. */
const knownNumbers = new Map<number, Code>();

function eightBytes(value: number): Code {
  let bytes = Object.is(value, -0) ? undefined : knownNumbers.get(value);
  if (bytes === undefined) {
    numberView.setFloat64(0, value, true);
    bytes = bytesOfNumber.slice();
    if (!Object.is(value, -0)) knownNumbers.set(value, bytes);
  }
  return bytes;
}

// Whole numbers of 32 bits.
export const whole = (value: number): Code => [0x41, signed(value)];
export const addWhole = (a: Code, b: Code): Code => [a, b, 0x6a];
export const sub32 = (a: Code, b: Code): Code => [a, b, 0x6b];
export const both = (a: Code, b: Code): Code => [a, b, 0x71];
export const either = (a: Code, b: Code): Code => [a, b, 0x72];
export const shiftRight = (a: Code, b: Code): Code => [a, b, 0x76];
export const differ = (a: Code, b: Code): Code => [a, b, 0x73];
export const isZero = (a: Code): Code => [a, 0x45];

// Numbers.
export const constant = (value: number): Code => [0x44, eightBytes(value)];
export const equal = (a: Code, b: Code): Code => [a, b, 0x61];
export const less = (a: Code, b: Code): Code => [a, b, 0x63];
export const greater = (a: Code, b: Code): Code => [a, b, 0x64];
export const atMost = (a: Code, b: Code): Code => [a, b, 0x65];
export const atLeast = (a: Code, b: Code): Code => [a, b, 0x66];
export const abs = (a: Code): Code => [a, 0x99];
export const neg = (a: Code): Code => [a, 0x9a];
export const sqrt = (a: Code): Code => [a, 0x9f];
export const add = (a: Code, b: Code): Code => [a, b, 0xa0];
export const sub = (a: Code, b: Code): Code => [a, b, 0xa1];
export const mul = (a: Code, b: Code): Code => [a, b, 0xa2];
export const div = (a: Code, b: Code): Code => [a, b, 0xa3];
export const min = (a: Code, b: Code): Code => [a, b, 0xa4];
export const max = (a: Code, b: Code): Code => [a, b, 0xa5];
export const select = (a: Code, b: Code, isA: Code): Code => [a, b, isA, 0x1b];

// Pairs of numbers, and of masks of 64 bits.
const pairOp =
  (op: number) =>
  (a: Code, b: Code): Code => [a, b, 0xfd, unsigned(op)];
export const pairConstant = (a: number, b: number): Code => [0xfd, 0x0c, eightBytes(a), eightBytes(b)];
export const splat = (a: Code): Code => [a, 0xfd, 0x14];
export const first = (a: Code): Code => [a, 0xfd, 0x21, 0];
export const second = (a: Code): Code => [a, 0xfd, 0x21, 1];
export const withSecond = (a: Code, b: Code): Code => [a, b, 0xfd, 0x22, 1];
/** Two of the four numbers of two pairs, by their places: 0 and 1 in the first pair, 2 and 3 in the second. */
export const shuffle = (a: Code, b: Code, p: number, q: number): Code => [a, b, 0xfd, 0x0d, LANES[p], LANES[q]];
const LANES = [0, 8, 16, 24].map((k): Code => [k, k + 1, k + 2, k + 3, k + 4, k + 5, k + 6, k + 7]);
export const pairEqual = pairOp(0x47);
export const pairNotEqual = pairOp(0x48);
export const pairLess = pairOp(0x49);
export const pairGreater = pairOp(0x4a);
export const pairAtMost = pairOp(0x4b);
export const pairAnd = pairOp(0x4e);
export const pairOr = pairOp(0x50);
export const pairXor = pairOp(0x51);
/** The digits of `a` where the mask has 1, else those of `b`. */
export const choose = (a: Code, b: Code, mask: Code): Code => [a, b, mask, 0xfd, 0x52];
export const anyTrue = (a: Code): Code => [a, 0xfd, 0x53];
export const allTrue = (a: Code): Code => [a, 0xfd, unsigned(0xc3)];
export const shiftDigits = (a: Code, by: number): Code => [a, whole(by), 0xfd, unsigned(0xcb)];
/** Copies the sign downwards. */
export const shiftSign = (a: Code, by: number): Code => [a, whole(by), 0xfd, unsigned(0xcc)];
export const addDigits = pairOp(0xce);
export const pairAbs = (a: Code): Code => [a, 0xfd, unsigned(0xec)];
export const pairNeg = (a: Code): Code => [a, 0xfd, unsigned(0xed)];
export const pairSqrt = (a: Code): Code => [a, 0xfd, unsigned(0xef)];
export const pairAdd = pairOp(0xf0);
export const pairSub = pairOp(0xf1);
export const pairMul = pairOp(0xf2);
export const pairDiv = pairOp(0xf3);
/** The smaller one of each: `a` where they cannot be compared, in one instruction, unlike `min`. */
export const pairMin = pairOp(0xf6);
export const pairMax = pairOp(0xf7);
export const swap = (a: Code): Code => shuffle(a, a, 1, 0);

// Places.
export const get = (local: number): Code => [0x20, unsigned(local)];
export const set = (local: number, value: Code): Code => [value, 0x21, unsigned(local)];
export const getGlobal = (at: number): Code => [0x23, unsigned(at)];
export const load = (address: number): Code => [whole(0), 0x2b, 3, unsigned(address)];
export const store = (address: number, value: Code): Code => [whole(0), value, 0x39, 3, unsigned(address)];
export const loadAt = (base: Code, address: number): Code => [base, 0x2b, 3, unsigned(address)];
export const storeAt = (base: Code, address: number, value: Code): Code => [base, value, 0x39, 3, unsigned(address)];
export const loadPair = (address: number): Code => [whole(0), 0xfd, 0, 4, unsigned(address)];
export const storePair = (address: number, value: Code): Code => [whole(0), value, 0xfd, 0x0b, 4, unsigned(address)];

// Flow.
export const call = (index: number, ...args: readonly Code[]): Code => [args, 0x10, unsigned(index)];
export const when = (test: Code, then: Code, otherwise?: Code, type: number = NOTHING): Code =>
  otherwise === undefined ? [test, 0x04, type, then, 0x0b] : [test, 0x04, type, then, 0x05, otherwise, 0x0b];
/** The same in parts, for what is written line by line. */
export const beginWhen = (test: Code): Code => [test, 0x04, NOTHING];
export const OTHERWISE: Code = [0x05];
export const END: Code = [0x0b];
export const block = (body: Code): Code => [0x02, NOTHING, body, 0x0b];
export const loop = (body: Code): Code => [0x03, NOTHING, body, 0x0b];
export const jump = (depth: number): Code => [0x0c, unsigned(depth)];
export const jumpIf = (depth: number, test: Code): Code => [test, 0x0d, unsigned(depth)];
export const giveBack = (value: Code): Code => [value, 0x0f];

/** Hands out locals: engines find registers for them by how long they are in use. */
export interface Locals {
  take(type: number): number;
  /** Keeps a value: writes the code that does to `body`, and gives back the one that reads it. */
  keep(type: number, value: Code): Code;
  readonly body: Code[];
  /** The function's locals, as its code begins with. */
  declare(): Code;
}

export function createLocals(parameterCount: number): Locals {
  const types: number[] = [];
  const body: Code[] = [];
  const take = (type: number): number => parameterCount + types.push(type) - 1;
  return {
    take,
    body,
    keep(type, value) {
      const local = take(type);
      body.push(set(local, value));
      return get(local);
    },
    declare: () => [unsigned(types.length), types.map((type) => [1, type])],
  };
}

let room = new Uint8Array(1 << 16);
let end = 0;

/** The bytes of nested code. Numbers go straight to where they belong: most modules are made before the engine has warmed up. */
export function flatten(code: Code): Uint8Array<ArrayBuffer> {
  end = 0;
  write(code);
  return room.slice(0, end);
}

function write(code: Code): void {
  if (end + code.length > room.length) {
    const larger = new Uint8Array(2 * (end + code.length));
    larger.set(room);
    room = larger;
  }
  if (code instanceof Uint8Array) {
    room.set(code, end);
    end += code.length;
    return;
  }
  for (let k = 0; k < code.length; k++) {
    const part = code[k];
    if (typeof part !== 'number') write(part);
    // What the room is measured for above are the bytes of this list alone; those within it may have used it up.
    else if (end < room.length) room[end++] = part;
    else write([part]);
  }
}
