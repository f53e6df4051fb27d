// What needs Node: reading files from disk.
export { LOAD_FILE_DEFAULTS, type LoadFileOptions, loadFile } from './io/load/loadFile.js';
