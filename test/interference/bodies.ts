import { type Body, body } from '../../src/body.js';
import { type InterferenceOptions, interference } from '../../src/interference.js';
import type { Interference, PairReport } from '../../src/interferenceReport.js';
import { createCpuMachine } from '../../src/machine/cpu/cpuMachine.js';
import { type Affine, determinant, identity, multiply, transformPoint, translation } from '../../src/math/affine.js';
import { type Box, center, extent } from '../../src/math/box.js';
import type { Vec3 } from '../../src/math/vector.js';
import { type Mesh, mesh } from '../../src/mesh/mesh.js';
import { box } from '../../src/mesh/shapes/box.js';

const machine = createCpuMachine();

/** Asks the CPU machine, at a resolution that is enough where faces are flat. */
export const ask = (bodies: readonly Body[], options: InterferenceOptions = {}): Promise<Interference> =>
  interference(bodies, { machine, resolution: 64, ...options });

/** What was found between two bodies; `undefined` where their boxes are apart. */
export const pairOf = ({ pairs, cleared }: Interference, i = 0, j = 1): PairReport | undefined =>
  [...pairs, ...cleared].find(({ indices }) => indices[0] === i && indices[1] === j);

/** The kind, and where one lies inside the other, which: `contained a`. */
export function kindOf(report: Interference, i = 0, j = 1): string {
  const { kind, inner } = pairOf(report, i, j) ?? { kind: 'none' };
  return inner ? `${kind} ${inner}` : kind;
}

export const at = (x: number, y = 0, z = 0): Affine => translation(x, y, z);

/** A cube about the origin, or where `pose` puts it. */
export const cube = (size: number, pose: Affine = identity(), name = 'cube'): Body =>
  body(box({ size }), { pose, name });

/** A box between two corners. The coordinates are f64, as in files: boxes that share a plane share its coordinate. */
export function cuboid(min: Vec3, max: Vec3, { segments = 1, name = 'cuboid', pose = identity() } = {}): Body {
  const [ox, oy, oz] = center({ min, max });
  const [sx, sy, sz] = extent({ min, max });
  const unit = box({ size: 2, segments });
  const positions = Float64Array.from(unit.positions, (v, i) => {
    if (v === -1) return min[i % 3];
    return v === 1 ? max[i % 3] : [ox, oy, oz][i % 3] + (v / 2) * [sx, sy, sz][i % 3];
  });
  return body({ positions, indices: unit.indices }, { name, pose });
}

export const boxOf = ({ min, max }: Box, pose: Affine = identity()): Body => cuboid(min, max, { pose });

/** The mesh with all vertices mapped, in f64, and faces turned where the map mirrors. */
export function mapped({ positions, indices }: Mesh, map: Affine): Mesh {
  const moved: number[] = [];
  for (let i = 0; i < positions.length; i += 3)
    moved.push(...transformPoint(map, [positions[i], positions[i + 1], positions[i + 2]]));
  return mesh(moved, determinant(map) < 0 ? insideOut({ positions, indices }).indices : indices);
}

/** The same body with its pose worked into the vertices, as most files have it. */
export const baked = ({ mesh: shape, pose, name }: Body): Body => body(mapped(shape, pose), { name });

/** The same body moved by `map`. */
export const moved = ({ mesh: shape, pose, name }: Body, map: Affine): Body =>
  body(shape, { name, pose: multiply(map, pose) });

/** All faces turned round, in their order. */
export const insideOut = ({ positions, indices }: Mesh): Mesh => ({
  positions,
  indices: indices.map((v, i) => [v, indices[i + 1], indices[i - 1]][i % 3]),
});

/** Several meshes as one. */
export function joined(...parts: readonly Mesh[]): Mesh {
  const positions: number[] = [];
  const indices: number[] = [];
  for (const part of parts) {
    const before = positions.length / 3;
    for (const v of part.indices) indices.push(before + v);
    for (const x of part.positions) positions.push(x);
  }
  return mesh(positions, indices);
}

/** A cube with a cubic cavity in its middle. */
export const hollowCube = (size: number, cavity: number): Mesh =>
  joined(box({ size }), insideOut(box({ size: cavity })));
