import { describe, expect, it } from 'vitest';
import { type StepProduct, stepProducts } from '../../../src/io/load/step/stepProducts.js';
import { type StepNode, stepPlaces } from '../../../src/io/load/step/stepTree.js';
import { forEachEntity, stringsIn } from '../../../src/io/load/text/part21.js';

/** Products as `{ name: parts }`, and how many solids each has, in the words of a STEP file. */
function productText(
  products: Readonly<Record<string, readonly string[]>>,
  solids: Readonly<Record<string, number>> = {},
): string {
  const names = Object.keys(products);
  const at = (name: string, k: number) => 100 * (names.indexOf(name) + 1) + k;
  let next = 100_000;
  return names
    .flatMap((name) => {
      const own = Array.from({ length: solids[name] ?? 0 }, () => next++);
      return [
        `#${at(name, 1)}=PRODUCT('id of ${name}','${name}','',());`,
        `#${at(name, 2)}=PRODUCT_DEFINITION_FORMATION('','',#${at(name, 1)});`,
        `#${at(name, 3)}=PRODUCT_DEFINITION('design','',#${at(name, 2)},#1);`,
        `#${at(name, 4)}=PRODUCT_DEFINITION_SHAPE('','',#${at(name, 3)});`,
        `#${at(name, 5)}=ADVANCED_BREP_SHAPE_REPRESENTATION('',(${own.map((id) => `#${id}`).join(',')}),#2);`,
        `#${at(name, 6)}=SHAPE_DEFINITION_REPRESENTATION(#${at(name, 4)},#${at(name, 5)});`,
        ...own.map((id) => `#${id}=MANIFOLD_SOLID_BREP('',#3);`),
        ...products[name].map(
          (part) => `#${next++}=NEXT_ASSEMBLY_USAGE_OCCURRENCE('','','',#${at(name, 3)},#${at(part, 3)},$);`,
        ),
      ];
    })
    .join('\n');
}

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const leaf = (name: string, ...meshes: number[]): StepNode => ({ name, meshes, children: [] });
const root = (...children: StepNode[]): StepNode => ({ name: '', meshes: [], children });
const joined = (places: ReturnType<typeof stepPlaces>): string[] =>
  [...places].sort(([a], [b]) => a - b).map(([, { inner }]) => inner.join('/'));

describe('entities of a STEP file', () => {
  it('strings, comments and line ends do not confuse them', () => {
    const found: unknown[] = [];
    const text =
      "DATA;\n#1=A('it''s; /* no */ #2=B();');/* #9=C('x'); */ #2 \n= B\n(#1,\n'',\"0A\") ;#3=(C()D());ENDSEC;";
    forEachEntity(text, (id, keyword, body) => found.push([id, keyword, body.replace(/\s+/g, ' ').trim()]));
    expect(found).toEqual([
      [1, 'A', "('it''s; /* no */ #2=B();')"],
      [2, 'B', '(#1, \'\',"0A")'],
      [3, '', '(C()D())'],
    ]);
  });

  it('names are decoded', () => {
    expect(
      stringsIn(String.raw`('it''s','K\X2\00FC\X0\che','\X\E9','\S\d','a\\b','\X2\D83DDE00\X0\','\X4\0001F600\X0\')`),
    ).toEqual([...["it's", 'Küche', 'é', 'ä', 'a\\b', '😀', '😀']]);
  });

  it('many open comments and quotes take no more time than their length', () => {
    const found: number[] = [];
    forEachEntity(`#1=A();${'/*'.repeat(500_000)}`, (id) => found.push(id));
    forEachEntity(`#2=A();${"'/*".repeat(500_001)}`, (id) => found.push(id));
    expect(found).toEqual([1, 2]);
  });
});

describe('products of a STEP file', () => {
  it('stand in each other as the file says', () => {
    const text = productText(
      { car: ['axle', 'axle'], axle: ['wheel', 'rod', 'wheel'], wheel: [], rod: [] },
      { wheel: 2, rod: 1 },
    );
    const [car, ...others] = stepProducts(text);
    expect(others).toEqual([]);
    const flat = ({ name, solids, children }: StepProduct): unknown => [name, solids, children.map(flat)];
    const axle = [
      'axle',
      0,
      [
        ['wheel', 2, []],
        ['rod', 1, []],
        ['wheel', 2, []],
      ],
    ];
    expect(flat(car)).toEqual(['car', 0, [axle, axle]]);
  });

  it('solids that were thrown together find their places', () => {
    const text = productText(
      { car: ['axle', 'axle'], axle: ['wheel', 'rod'], wheel: [], rod: [] },
      { wheel: 2, rod: 1 },
    );
    const tree = root({ name: 'car', meshes: [], children: [leaf('axle', 0, 1, 2), leaf('axle', 3, 4, 5)] });
    const axle = ['car/axle/wheel', 'car/axle/wheel', 'car/axle/rod'];
    expect(joined(stepPlaces(tree, ['SOLID', '', 'rod', 'SOLID', 'SOLID', 'rod'], bytesOf(text)))).toEqual([
      ...axle,
      ...axle,
    ]);
  });

  it('where the file and the reader disagree, the reader is believed', () => {
    const tree = root({ name: 'car', meshes: [], children: [leaf('axle', 0, 1)] });
    const plain = ['car/axle', 'car/axle'];
    const told = (text: string, names: string[]) => joined(stepPlaces(tree, names, bytesOf(text)));
    const parts = { car: ['axle'], axle: ['wheel', 'rod'], wheel: [], rod: [] };
    const nameless = ['SOLID', 'SOLID'];
    expect(told(productText(parts, { wheel: 1, rod: 1 }), nameless)).toEqual(['car/axle/wheel', 'car/axle/rod']);
    expect(told(productText(parts, { wheel: 2, rod: 1 }), nameless)).toEqual(plain); // a solid too many
    expect(told(productText(parts, { wheel: 1 }), nameless)).toEqual(plain); // one too few
    expect(told(productText({ ...parts, car: ['axle', 'axle'] }, { wheel: 1, rod: 1 }), nameless)).toEqual(plain);
    expect(told(productText(parts, { wheel: 1, rod: 1 }), ['rod', 'wheel'])).toEqual([
      'car/axle/rod',
      'car/axle/wheel',
    ]);
    expect(told(productText(parts, { axle: 1, wheel: 1 }), nameless)).toEqual(plain); // solids of its own and beneath it
  });

  it('a product within itself, and one that unfolds without end, are left alone', () => {
    const tree = root({ name: 'a', meshes: [], children: [leaf('b', 0, 1)] });
    const circle = productText({ a: ['b'], b: ['c', 'c'], c: ['b'] }, { c: 1 });
    expect(joined(stepPlaces(tree, ['', ''], bytesOf(circle)))).toEqual(['a/b', 'a/b']);
    const levels = Array.from({ length: 60 }, (_, k) => [`l${k}`, k < 59 ? [`l${k + 1}`, `l${k + 1}`] : []] as const);
    const bomb = productText({ a: ['b'], b: ['l0'], ...Object.fromEntries(levels) });
    expect(joined(stepPlaces(tree, ['', ''], bytesOf(bomb)))).toEqual(['a/b', 'a/b']);
  });

  it('names that the reader makes up are left out', () => {
    const tree = root(
      { name: 'head', meshes: [], children: [leaf('SOLID', 0), leaf('COMPOUND')] },
      leaf('SOLID', 1),
      leaf('x', 2),
    );
    expect(joined(stepPlaces(tree, ['SOLID', 'SOLID', 'y'], new Uint8Array()))).toEqual(['head', '', 'x/y']);
  });
});
