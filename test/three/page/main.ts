// What the tests call in the browser.
import { compareComputed } from './compareComputed.js';
import { compareDrawn } from './compareDrawn.js';
import { showOverlays } from './showOverlays.js';

Object.assign(globalThis, { compareComputed, compareDrawn, showOverlays });
