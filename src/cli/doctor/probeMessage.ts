import type { AdapterFacts } from '../../machine/gpu/device.js';
import type { SelfTest } from './selfTest.js';

/** What the probing process tells, in this order. */
export type ProbeMessage =
  | { readonly step: 'loading' }
  | { readonly step: 'adapters'; readonly adapters: readonly AdapterFacts[] }
  /** Which adapter `auto` takes, or why it takes none. */
  | { readonly step: 'auto'; readonly adapter: string | undefined; readonly refusal: string | undefined }
  /** There is nothing to test. */
  | { readonly step: 'nothing' }
  | { readonly step: 'testing' }
  | { readonly step: 'tested'; readonly test: SelfTest }
  | { readonly step: 'failed'; readonly reason: string };
