import { describe, expect, test } from 'vitest';
import { cubeDraft } from './glb.js';
import { read, refusal } from './refusal.js';

describe('nodes', () => {
  test.each([
    [
      'a node in itself',
      [{ children: [0], mesh: 0 }],
      undefined,
      'node 0 stands in itself (the nodes form a circle). Export the file again.',
    ],
    [
      'a circle',
      [{ mesh: 0 }, { children: [2] }, { children: [3] }, { children: [1], mesh: 0 }],
      [0, 1],
      'node 1 stands in itself (the nodes form a circle). Export the file again.',
    ],
    [
      'two parents',
      [{ children: [2] }, { children: [2] }, { mesh: 0 }],
      undefined,
      'node 2 stands in two nodes (0 and 1). Export the file again.',
    ],
    [
      'a child twice',
      [{ children: [1, 1] }, { mesh: 0 }],
      undefined,
      'node 1 stands in two nodes (0 and 0). Export the file again.',
    ],
    [
      'a child that does not exist',
      [{ children: [4] }],
      undefined,
      'node 0 has a child that does not exist (node 4 of 1). Export the file again.',
    ],
    [
      'a child that is no number',
      [{ children: ['1'] }, {}],
      undefined,
      "node 0 has a child that does not exist (node '1' of 2). Export the file again.",
    ],
    [
      'a scene of a node that does not exist',
      [{ mesh: 0 }],
      [3],
      'scene 0 has a node that does not exist (node 3 of 1). Export the file again.',
    ],
    [
      'a node that is in the scene twice',
      [{ children: [1] }, { mesh: 0 }],
      [0, 1],
      'node 1 is in the scene twice. Export the file again.',
    ],
  ] as [string, object[], number[] | undefined, string][])('%s', async (_, nodes, scene, text) => {
    const file = cubeDraft(nodes, scene ? { scenes: [{ nodes: scene }] } : {});
    expect(await refusal(file.glb())).toBe(text);
  });

  test('the scene that the file names is read, else the first, else all roots', async () => {
    const nodes = ['a', 'b', 'c'].map((name) => ({ name, mesh: 0 }));
    const names = async (more: object): Promise<string[]> =>
      (await read(cubeDraft(nodes, more).glb())).parts.map(({ name }) => name);
    const scenes = [{ nodes: [0] }, { nodes: [2, 1] }];
    expect(await names({ scenes, scene: 1 })).toEqual(['c', 'b']);
    expect(await names({ scenes })).toEqual(['a']);
    expect(await names({})).toEqual(['a', 'b', 'c']);
    expect(await refusal(cubeDraft(nodes, { scenes, scene: 2 }).glb())).toBe(
      'there is no scene 2 (the file has 2). Export the file again.',
    );
  });

  test('names come from the node, else from the mesh, else from the number', async () => {
    const file = cubeDraft([{ mesh: 0, name: 'own' }, { mesh: 0, name: ' ' }, { mesh: 1 }]);
    file.json.meshes.push({ primitives: file.json.meshes[0].primitives });
    expect((await read(file.glb())).parts.map(({ name }) => name)).toEqual(['own', 'cube mesh', 'node 2']);
  });

  test('a hierarchy of 100,000 nodes overflows no stack', async () => {
    const chain = (count: number): object[] =>
      Array.from({ length: count }, (_, k) => (k < count - 1 ? { children: [k + 1], name: 'n' } : { mesh: 0 }));
    expect(await refusal(cubeDraft(chain(100_000)).glb())).toBe(
      'node 1000 stands more than 1000 nodes deep. Flatten the hierarchy.',
    );
    const { parts } = await read(cubeDraft(chain(1000)).glb());
    expect(parts[0].path).toHaveLength(999);
  });

  test('a fault in a node is one in all that stands in it, and in no other', async () => {
    const { parts, problems } = await read(
      cubeDraft([
        { name: 'bad', scale: [1, 2], children: [1] },
        { mesh: 0, name: 'in it' },
        { mesh: 0, name: 'beside' },
      ]).glb(),
    );
    expect(parts.map(({ name }) => name)).toEqual(['beside']);
    expect(problems.map(({ part, message }) => [part, message])).toEqual([
      ['in it', "part 'in it' (node 1): node 0 'bad': scale of it must be 3 finite numbers. Export the file again."],
    ]);
  });

  test('control characters of names stay out of messages', async () => {
    const message = await refusal(cubeDraft([{ mesh: 3, name: 'red\u001b[31m\n\u202ename' }]).glb());
    expect(message).toBe("part 'red?[31m??name' (node 0): there is no mesh 3 (the file has 1). Export the file again.");
  });

  test('parts that the file hides are read, and counted in one remark', async () => {
    const hidden = (visible: unknown) => ({ extensions: { KHR_node_visibility: { visible } } });
    const remarks = async (nodes: object[]): Promise<[number, unknown]> => {
      const { parts, problems } = await read(cubeDraft(nodes, { extensionsUsed: ['KHR_node_visibility'] }).glb());
      return [parts.length, problems];
    };
    const said = (message: string) => [{ code: 'repaired', message }];
    // What stands in a hidden node is hidden, even where it says otherwise itself.
    expect(
      await remarks([
        { name: 'group', children: [1, 2], ...hidden(false) },
        { name: 'inner', mesh: 0, children: [3], ...hidden(true) },
        { name: 'beside', mesh: 0 },
        { name: 'innermost', mesh: 0 },
        { name: 'shown', mesh: 0, ...hidden(true) },
      ]),
    ).toEqual([
      4,
      said(
        '3 parts are hidden in the file (KHR_node_visibility) and were read all the same. Delete what is not to be checked.',
      ),
    ]);
    expect(await remarks([{ mesh: 0, ...hidden(false) }, { mesh: 0 }])).toEqual([
      2,
      said(
        '1 part is hidden in the file (KHR_node_visibility) and was read all the same. Delete what is not to be checked.',
      ),
    ]);
    // Hidden nodes without a part are nobody's concern, and true is what is meant where nothing is said.
    expect(await remarks([{ ...hidden(false) }, { mesh: 0, ...hidden(undefined) }])).toEqual([1, []]);
  });
});
