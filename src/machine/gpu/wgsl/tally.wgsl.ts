import type { Kernel, TallyRule } from '../../kernel.js';
import { TALLY } from '../layout.js';

/** The number of words of a kernel's tally, and where each begins. */
export function tallyWords(tally: Kernel['tally']): { count: number; at: Record<string, number> } {
  const at: Record<string, number> = {};
  let count = 0;
  for (const [name, rule] of Object.entries(tally)) {
    at[name] = count;
    count += rule === 'sum64' ? 2 : 1;
  }
  return { count, at };
}

/**
 * `tally_x(value)` for each word x, and `tally_x64(value)` where it has 64 bits: pixels add to their workgroup's words, and
 * one invocation adds these to the tile's, so that no two thousand pixels queue for one word.
 *
 * Numbers of 64 bits are (low, high). A sum of low words that wraps is less than what was added last: it carries.
 */
export function tallyWgsl(tally: Kernel['tally']): string {
  const { count, at } = tallyWords(tally);
  const functions = Object.entries(tally).map(([name, rule]) =>
    rule === 'sum64' ? add64Wgsl(name, at[name]) : `fn tally_${name}(value: u32) { ${inGroup(rule, at[name])} }`,
  );
  return /* wgsl */ `
var<workgroup> words: array<atomic<u32>, ${Math.max(1, count)}>;

/** The whole product of two words. */
fn product(a: u32, b: u32) -> vec2u {
  let low = (a & 0xffffu) * (b & 0xffffu);
  let middle1 = (a >> 16u) * (b & 0xffffu) + (low >> 16u);
  let middle2 = (a & 0xffffu) * (b >> 16u) + (middle1 & 0xffffu);
  return vec2u(a * b, (a >> 16u) * (b >> 16u) + (middle1 >> 16u) + (middle2 >> 16u));
}
${functions.join('\n')}
`;
}

/** Adds the workgroup's words to those of the tile `number`: one invocation, after a barrier. */
export function toTallyWgsl(tally: Kernel['tally']): string {
  const { count, at } = tallyWords(tally);
  const words = Object.entries(tally).map(([name, rule]) => toTally(rule, at[name]));
  return /* wgsl */ `let base = ${TALLY.tiles}u + number * ${count}u;
    ${words.join('\n    ')}`;
}

/** Least values are kept as greatest complements, so that every word starts at zero. */
function inGroup(rule: Exclude<TallyRule, 'sum64'>, at: number): string {
  if (rule === 'max') return `atomicMax(&words[${at}], value);`;
  if (rule === 'min') return `atomicMax(&words[${at}], ~value);`;
  return `atomicAdd(&words[${at}], value);`;
}

const add64Wgsl = (name: string, at: number): string => /* wgsl */ `
fn tally_${name}(value: u32) {
  if (atomicAdd(&words[${at}], value) > ~value) { atomicAdd(&words[${at + 1}], 1u); }
}
fn tally_${name}64(value: vec2u) {
  let carry = select(0u, 1u, atomicAdd(&words[${at}], value.x) > ~value.x);
  if (value.y + carry != 0u) { atomicAdd(&words[${at + 1}], value.y + carry); }
}`;

function toTally(rule: TallyRule, at: number): string {
  const word = `atomicLoad(&words[${at}])`;
  const guarded = (code: string) => `if (${word} != 0u) { ${code} }`;
  if (rule === 'max' || rule === 'min') return guarded(`atomicMax(&tallies[base + ${at}u], ${word});`);
  if (rule === 'sum') return guarded(`atomicAdd(&tallies[base + ${at}u], ${word});`);
  return `{ let low = ${word}; var high = atomicLoad(&words[${at + 1}]); let old = atomicAdd(&tallies[base + ${at}u], low); if (old > ~low) { high++; } if (high != 0u) { atomicAdd(&tallies[base + ${at + 1}u], high); } }`;
}
