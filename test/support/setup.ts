import './patientDawn.js';
import { existsSync } from 'node:fs';
import { SWIFTSHADER_ICD } from './gpu.js';

// Before Dawn starts: its Vulkan loader reads the variable once. A driver the user names is left alone.
if (process.env.VK_ICD_FILENAMES === undefined && existsSync(SWIFTSHADER_ICD))
  process.env.VK_ICD_FILENAMES = SWIFTSHADER_ICD;
