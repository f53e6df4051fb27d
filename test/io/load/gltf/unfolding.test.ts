import { describe, expect, test } from 'vitest';
import { cubeDraft, draft } from './glb.js';
import { read, refusal, textOf } from './refusal.js';

describe('files that unfold', () => {
  test('more than a million instances are refused', async () => {
    const file = cubeDraft();
    file.json.accessors.push({ count: 1_000_001, type: 'VEC3', componentType: 5126 });
    file.json.nodes[0].extensions = { EXT_mesh_gpu_instancing: { attributes: { TRANSLATION: 2 } } };
    expect(await refusal(file.glb())).toBe('there are more than 1000000 parts (node 0 makes 1000001). Split the file.');
  });

  test('many accessors on the same bytes are refused before they fill the memory', async () => {
    const file = draft({});
    file.view(new Float32Array(300_000));
    file.json.accessors = Array.from({ length: 2000 }, () => ({
      bufferView: 0,
      componentType: 5121,
      count: 400_000,
      type: 'VEC3',
    }));
    file.json.meshes = [
      { primitives: file.json.accessors.map((_: object, k: number) => ({ attributes: { POSITION: k } })) },
    ];
    file.json.nodes = [{ mesh: 0 }];
    expect(await refusal(file.glb())).toMatch(
      /primitive \d+: .*it unfolds to \d+ numbers, more than can be in a file of \d+ bytes\./,
    );
  });

  test('one accessor in many primitives is refused before it fills the memory', async () => {
    const file = draft({ nodes: [{ mesh: 0 }] });
    const POSITION = file.accessor(new Float32Array(300_000), 'VEC3');
    file.json.meshes = [{ primitives: Array.from({ length: 5000 }, () => ({ attributes: { POSITION } })) }];
    expect(await refusal(file.glb())).toMatch(/it unfolds to \d+ numbers, more than can be in a file of \d+ bytes\./);
  });

  test('skins with many joints on many nodes are refused before they take forever', async () => {
    const nodes = Array.from({ length: 3000 }, () => ({ mesh: 0, skin: 0 }));
    const file = cubeDraft(nodes);
    const attributes = file.json.meshes[0].primitives[0].attributes;
    attributes.JOINTS_0 = file.accessor(new Uint8Array(32), 'VEC4');
    attributes.WEIGHTS_0 = file.accessor(new Float32Array(32).fill(0.25), 'VEC4');
    file.json.skins = [{ joints: Array.from({ length: 30_000 }, (_, k) => k % 3000) }];
    const { parts, problems } = await read(file.glb());
    expect(parts.length).toBeLessThan(200);
    expect(parts.length + problems.length).toBe(3000);
  });

  test('more than a million nodes are refused', async () => {
    const nodes = Array.from({ length: 1_000_001 }, () => ({}));
    expect(await refusal(textOf({ asset: { version: '2.0' }, nodes }))).toBe(
      'there are 1000001 nodes, more than 1000000. Split the file.',
    );
  });

  // A chain of nodes with long names, over groups of leaves.
  const deep = (depth: number, letters: number, groups: number, leaves: number, groupName?: string): object[] => {
    const chain = Array.from({ length: depth }, (_, k) => ({ name: 'n'.repeat(letters), children: [k + 1] }));
    const first = depth + groups;
    const leavesOf = (g: number) => Array.from({ length: leaves }, (_, k) => first + g * leaves + k);
    return [
      ...chain.with(-1, { ...chain[depth - 1], children: Array.from({ length: groups }, (_, g) => depth + g) }),
      ...Array.from({ length: groups }, (_, g) => ({ name: groupName, children: leavesOf(g) })),
      ...Array.from({ length: groups * leaves }, () => ({ name: 'a', mesh: 0 })),
    ];
  };

  test('names of 20 million characters in front of parts are refused', async () => {
    // 222 lists of 90,001 characters are fewer, 223 are more.
    expect((await read(cubeDraft(deep(900, 100, 222, 1, 'g')).glb())).parts).toHaveLength(222);
    expect(await refusal(cubeDraft(deep(900, 100, 223, 1, 'g')).glb())).toBe(
      'the names that its parts stand in have more than 20000000 characters together (at node 1122). Shorten the names or flatten the hierarchy.',
    );
  });

  test('parts with the same names in front of them share one list, which counts once', async () => {
    for (const nodes of [deep(900, 100, 1, 1000, 'g'), deep(900, 100, 1000, 2)]) {
      const { parts, problems } = await read(cubeDraft(nodes).glb());
      expect(problems).toEqual([]);
      expect(parts.length).toBeGreaterThanOrEqual(1000);
      expect(new Set(parts.map(({ path }) => path)).size).toBe(1);
      expect(parts[0].path.slice(0, 900)).toEqual(Array.from({ length: 900 }, () => 'n'.repeat(100)));
    }
  });
});
