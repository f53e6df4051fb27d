import { Box3, BufferGeometry, Matrix4 } from 'three';
import { MeshBVH, SAH, SkinnedMeshBVH, StaticGeometryGenerator } from 'three-mesh-bvh';
import { characterSkin } from '../../scenes/characterSkin.js';
import { toGeometry } from '../../scenes/characterThree.js';
import type { Mesh } from '../../src/mesh/mesh.js';
import { crossingFaces } from '../support/bvh.js';
import type { Shown, Stage } from './stage.js';

/** What three-mesh-bvh does in a frame, step by step. */
export interface Trees {
  /** The skinned positions by one plain loop, into the geometry that the tree is of. */
  bake(shown: Shown): void;
  /** The same by the library's own means. */
  generate(): void;
  refit(): void;
  /** Its tree on a SkinnedMesh needs no baking; it answers rays and shapes, but not other trees. */
  refitSkinned(): void;
  /** Whether any faces cross: the tree of the surroundings descends with the character's box, or the other way round. */
  isHit(shown: Shown): boolean;
  isHitTurned(shown: Shown): boolean;
  /** The same by both trees at once, up to the first pair. */
  isHitByBoth(shown: Shown): boolean;
  /** How many pairs of faces cross. */
  pairs(shown: Shown): number;
  /** The same with a tree for each part of the surroundings: where the character's box meets none of theirs, nothing is refitted. */
  isHitByParts(shown: Shown): boolean;
  pairsByParts(shown: Shown): number;
}

/** Trees that take longest to build and are asked fastest; building is not counted. */
const OPTIONS = { strategy: SAH };

/** The trees of the character as it is now, and of what is around it, which stays as it is: as a whole, and in parts. */
export function createTrees({ figure, hero }: Stage, now: Shown, around: Mesh, parts: readonly Mesh[] = []): Trees {
  const own = toGeometry({ positions: characterSkin(figure, now.pose), indices: figure.mesh.indices });
  const other = toGeometry(around);
  const [tree, still] = [new MeshBVH(own, OPTIONS), new MeshBVH(other, OPTIONS)];
  own.boundsTree = tree; // so that intersectsGeometry descends both trees
  other.boundsTree = still;
  own.boundingBox = new Box3();
  const things = parts.map((part) => {
    const geometry = toGeometry(part);
    geometry.computeBoundingBox();
    return { tree: new MeshBVH(geometry, OPTIONS), box: geometry.boundingBox! };
  });
  const box = new Box3();
  const generator = new StaticGeometryGenerator(hero);
  generator.attributes = ['position'];
  generator.applyWorldTransforms = false;
  const generated = new BufferGeometry();
  const onBones = new SkinnedMeshBVH(hero, { ...OPTIONS, indirect: true });
  const back = new Matrix4();
  const moveBones = (): void => {
    hero.updateMatrixWorld();
    hero.skeleton.update();
  };
  const refit = (): void => {
    tree.refit();
    tree.getBoundingBox(own.boundingBox!); // which intersectsGeometry takes for granted
  };
  const near = (place: Matrix4): MeshBVH[] => {
    own.computeBoundingBox();
    box.copy(own.boundingBox!).applyMatrix4(place);
    const met = things.filter((thing) => box.intersectsBox(thing.box));
    if (met.length > 0) refit();
    return met.map((thing) => thing.tree);
  };
  return {
    bake: ({ pose }) => {
      characterSkin(figure, pose, own.attributes.position.array as Float32Array);
    },
    generate() {
      moveBones();
      generator.generate(generated);
    },
    refit,
    refitSkinned() {
      moveBones();
      onBones.refit();
    },
    isHit: ({ place }) => still.intersectsGeometry(own, place),
    isHitTurned: ({ place }) => tree.intersectsGeometry(other, back.copy(place).invert()),
    isHitByBoth: ({ place }) =>
      tree.bvhcast(still, back.copy(place).invert(), { intersectsTriangles: (a, b) => a.intersectsTriangle(b) }),
    pairs: ({ place }) => crossingFaces(tree, still, back.copy(place).invert()).length / 2,
    isHitByParts: ({ place }) => near(place).some((part) => part.intersectsGeometry(own, place)),
    pairsByParts({ place }) {
      const met = near(place);
      back.copy(place).invert();
      return met.reduce((sum, part) => sum + crossingFaces(tree, part, back).length / 2, 0);
    },
  };
}
