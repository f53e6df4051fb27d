export type Point = readonly [number, number];

const angleTo = ([x, y]: Point, [u, v]: Point): number => Math.atan2(v - y, u - x);

function distanceToSide([x, y]: Point, [ax, ay]: Point, [bx, by]: Point): number {
  const [dx, dy] = [bx - ax, by - ay];
  const t = Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)));
  return Math.hypot(ax + t * dx - x, ay + t * dy - y);
}

/** A polygon around a point, counter-clockwise, one corner a direction. */
function starShaped(next: () => number): Point[] {
  const count = 3 + Math.floor(6 * next());
  return Array.from({ length: count }, (_, k): Point => {
    const angle = ((k + 0.8 * next()) / count) * 2 * Math.PI;
    const radius = 200 + 800 * next();
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  });
}

/** Lobes from corner k, at its place again after each: outside of the polygon, or holes within it that touch its rim. */
function sprout(points: readonly Point[], k: number, next: () => number): Point[] {
  const count = points.length;
  const v = points[k];
  const isAt = ([x, y]: Point): boolean => x === v[0] && y === v[1];
  if (points.some((p, i) => i !== k && isAt(p))) return [v];
  const before = points[(k + count - 1) % count];
  const after = points[(k + 1) % count];
  let reach = Math.min(Math.hypot(before[0] - v[0], before[1] - v[1]), Math.hypot(after[0] - v[0], after[1] - v[1]));
  for (let i = 0; i < count; i++)
    if (i !== k && (i + 1) % count !== k)
      reach = Math.min(reach, distanceToSide(v, points[i], points[(i + 1) % count]));
  const isHole = next() < 0.4;
  const from = angleTo(v, isHole ? after : before);
  const width = (angleTo(v, isHole ? before : after) - from + 4 * Math.PI) % (2 * Math.PI);
  const lobeCount = 1 + Math.floor(2.5 * next());
  const lobes = Array.from({ length: lobeCount }, (_, i): Point[] => {
    const cornerCount = 2 + Math.floor(3 * next());
    const share = Math.min(width / lobeCount, 3);
    const lobe = Array.from({ length: cornerCount }, (__, j): Point => {
      const angle = from + (width * i) / lobeCount + share * (0.1 + (0.8 * (j + 0.5 * next())) / cornerCount);
      const radius = reach * (0.2 + 0.25 * next());
      return [v[0] + radius * Math.cos(angle), v[1] + radius * Math.sin(angle)];
    });
    return isHole ? lobe.reverse() : lobe;
  });
  if (isHole) lobes.reverse();
  return [v, ...lobes.flatMap((lobe) => [...lobe, v])];
}

/** A polygon that touches itself in corners and nowhere else: lobes on lobes, and holes that touch the rim. */
export function pinchedPolygon(next: () => number): Point[] {
  let points = starShaped(next);
  for (let round = 0; round < 2; round++)
    for (let k = 0; k < points.length; k++) {
      if (next() > 0.4) continue;
      const sprouted = sprout(points, k, next);
      points = [...points.slice(0, k), ...sprouted, ...points.slice(k + 1)];
      k += sprouted.length - 1;
    }
  return points;
}
