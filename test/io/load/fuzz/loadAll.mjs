// Loads every file named on standard input, one a line, with the built package, and prints a line of JSON for each: what came
// of it. Whoever started it sees by the lines that it goes on, and by the last one how much memory it took.
import { createInterface } from 'node:readline';
import { mesh } from '../../../../dist/src/index.js';
import { loadFile } from '../../../../dist/src/node.js';

const say = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);

/** Throws where a scene is not what it promises. */
function check({ parts, problems, animations, units }) {
  if (parts.length === 0) throw new Error('no parts');
  if (units !== undefined && typeof units !== 'string') throw new Error(`units: ${units}`);
  const demand = (pose) => {
    if (pose.length !== 12 || !pose.every(Number.isFinite)) throw new Error(`pose: ${pose}`);
    const [a, b, c, , d, e, f, , g, h, i] = pose;
    const determinant = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
    if (!Number.isFinite(determinant) || determinant === 0) throw new Error(`determinant: ${determinant}`);
  };
  for (const part of parts) {
    if (typeof part.name !== 'string') throw new Error(`name: ${part.name}`);
    mesh(part.mesh.positions, part.mesh.indices); // refuses NaN and numbers out of range
    demand(part.pose);
  }
  for (const { message } of problems) if (/\n/.test(message)) throw new Error(`a problem in several lines: ${message}`);
  for (const animation of animations)
    for (const time of [0, animation.durationS / 3, animation.durationS])
      for (const [k, { pose, positions }] of animation.at(time).entries()) {
        demand(pose);
        if (positions && positions.length !== parts[k].mesh.positions.length)
          throw new Error('positions of another length');
        if (positions) mesh(positions, parts[k].mesh.indices);
      }
}

for await (const file of createInterface({ input: process.stdin })) {
  try {
    const scene = await loadFile(file, { timeLimitMs: Number(process.argv[2]) });
    check(scene);
    say({ file, came: 'scene' });
  } catch (error) {
    if (error?.name === 'InputError') say({ file, came: 'error', message: error.message });
    else say({ file, came: 'fault', message: String(error?.stack ?? error) });
  }
}
say({ came: 'end', peakMiB: process.resourceUsage().maxRSS / 1024 });
process.exit(0);
