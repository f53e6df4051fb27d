// IFC files written by hand: a building whose products have volumes known in closed form.

type Vec = readonly [number, number, number];
const ORIGIN: Vec = [0, 0, 0];

export interface IfcProductSpec {
  /** The entity's name, `IFCWALL`; its attributes after ObjectPlacement and Representation may follow. */
  readonly entity: string;
  readonly name?: string | undefined;
  readonly globalId: string;
  /** What its body consists of, in file units. Several solids are several items of one representation. */
  readonly body: readonly IfcSolid[];
  /** What the body's representation is called, `'Body'` if not said, as the file writes it: `$` for nothing. */
  readonly identifier?: string;
  /** Further representations, by their identifiers, as the file writes them. They stand before the body. */
  readonly beside?: Readonly<Record<string, readonly IfcSolid[]>>;
  /** A product of this file whose shape it shares instead, the very same entity. */
  readonly shapeOf?: string;
  readonly at?: Vec;
  /** A product of this file, by global id, that it is a part of; else it stands in the storey. */
  readonly partOf?: string;
  /** A product of this file whose body this one is cut from. */
  readonly cuts?: string;
  /** An opening of this file that it fills. */
  readonly fills?: string;
  /** Attributes after Tag, as the class demands them. */
  readonly rest?: string;
}

export type IfcSolid =
  | { readonly box: Vec; readonly at?: Vec }
  | { readonly cylinder: readonly [radius: number, height: number] }
  | { readonly mapped: Vec; readonly mirrored: boolean }
  | { readonly raw: string };

export interface IfcFileOptions {
  readonly schema?: 'IFC2X3' | 'IFC4';
  /** What stands before METRE; or a whole entity instead, or `$` for no units at all. */
  readonly unit?: 'MILLI' | '' | '$' | `IFC${string}`;
  /** Where the site stands, as with coordinates of a country's survey. */
  readonly siteAt?: Vec;
}

/** One project, site, building and storey, with these products. */
export function ifcFile(products: readonly IfcProductSpec[], options: IfcFileOptions = {}): string {
  const { schema = 'IFC4', unit = '', siteAt = [0, 0, 0] } = options;
  const lines: string[] = [];
  const add = (text: string): string => {
    lines.push(`#${lines.length + 1}=${text};`);
    return `#${lines.length}`;
  };
  const real = (x: number) => (Number.isInteger(x) ? `${x}.` : String(x).toUpperCase());
  const point = (v: readonly number[]) => add(`IFCCARTESIANPOINT((${v.map(real).join(',')}))`);
  const axes = (at: Vec) => add(`IFCAXIS2PLACEMENT3D(${point(at)},$,$)`);
  const placement = (parent: string, at: Vec) => add(`IFCLOCALPLACEMENT(${parent},${axes(at)})`);
  const guid = (text: string) => `'${text.padEnd(22, '0').slice(0, 22)}'`;

  const context = add(`IFCGEOMETRICREPRESENTATIONCONTEXT($,'Model',3,1.E-05,${axes([0, 0, 0])},$)`);
  const prefix = unit === 'MILLI' ? '.MILLI.' : '$';
  const length = unit.startsWith('IFC') ? unit : `IFCSIUNIT(*,.LENGTHUNIT.,${prefix},.METRE.)`;
  const units = unit === '$' ? '$' : add(`IFCUNITASSIGNMENT((${add(length)}))`);
  // IFC2X3 demands an owner history; web-ifc reads without one.
  const project = add(`IFCPROJECT(${guid('project')},$,'Tower',$,$,$,$,(${context}),${units})`);
  const sitePlacement = placement('$', siteAt);
  const site = add(`IFCSITE(${guid('site')},$,'Meadow',$,$,${sitePlacement},$,$,.ELEMENT.,$,$,$,$,$)`);
  const building = add(
    `IFCBUILDING(${guid('building')},$,'House',$,$,${placement(sitePlacement, [0, 0, 0])},$,$,.ELEMENT.,$,$,$)`,
  );
  const storey = add(
    `IFCBUILDINGSTOREY(${guid('storey')},$,'Ground floor',$,$,${placement(sitePlacement, [0, 0, 0])},$,$,.ELEMENT.,0.)`,
  );
  let relations = 0;
  const relate = (entity: string, rest: string) => add(`${entity}(${guid(`rel${relations++}`)},$,$,$,${rest})`);
  relate('IFCRELAGGREGATES', `${project},(${site})`);
  relate('IFCRELAGGREGATES', `${site},(${building})`);
  relate('IFCRELAGGREGATES', `${building},(${storey})`);

  const extrude = (profile: string, at: Vec, height: number) =>
    add(`IFCEXTRUDEDAREASOLID(${profile},${axes(at)},${add('IFCDIRECTION((0.,0.,1.))')},${real(height)})`);
  const at2d = (v: readonly number[]) => add(`IFCAXIS2PLACEMENT2D(${point(v)},$)`);
  const box = ([a, b, c]: Vec, at: Vec) =>
    extrude(add(`IFCRECTANGLEPROFILEDEF(.AREA.,$,${at2d([a / 2, b / 2])},${real(a)},${real(b)})`), at, c);
  /** A wedge, so that its mirror image is another shape, mapped as it is or mirrored in x. */
  const maps = new Map<string, string>();
  const mapped = ([a, b, c]: Vec, mirrored: boolean) => {
    const key = [a, b, c].join();
    if (!maps.has(key)) {
      const outline = add(
        `IFCPOLYLINE((${[
          [0, 0],
          [a, 0],
          [0, b],
          [0, 0],
        ]
          .map((v) => point(v))
          .join(',')}))`,
      );
      const wedge = extrude(add(`IFCARBITRARYCLOSEDPROFILEDEF(.AREA.,$,${outline})`), [0, 0, 0], c);
      const shape = add(`IFCSHAPEREPRESENTATION(${context},'Body','SweptSolid',(${wedge}))`);
      maps.set(key, add(`IFCREPRESENTATIONMAP(${axes([0, 0, 0])},${shape})`));
    }
    const x = add(`IFCDIRECTION((${mirrored ? '-1.' : '1.'},0.,0.))`);
    const y = add('IFCDIRECTION((0.,1.,0.))');
    const z = add('IFCDIRECTION((0.,0.,1.))');
    const operator = add(`IFCCARTESIANTRANSFORMATIONOPERATOR3D(${x},${y},${point([0, 0, 0])},1.,${z})`);
    return add(`IFCMAPPEDITEM(${maps.get(key)},${operator})`);
  };
  const solid = (shape: IfcSolid): string => {
    if ('box' in shape) return box(shape.box, shape.at ?? [0, 0, 0]);
    if ('mapped' in shape) return mapped(shape.mapped, shape.mirrored);
    if ('raw' in shape) return add(shape.raw);
    const [radius, height] = shape.cylinder;
    return extrude(add(`IFCCIRCLEPROFILEDEF(.AREA.,$,${at2d([0, 0])},${real(radius)})`), [0, 0, 0], height);
  };

  const known = new Map<string, string>();
  const shapes = new Map<string, string>();
  const representation = (identifier: string, items: readonly IfcSolid[]) => {
    const type = items.some((item) => 'mapped' in item) ? 'MappedRepresentation' : 'SweptSolid';
    return add(`IFCSHAPEREPRESENTATION(${context},${identifier},'${type}',(${items.map(solid).join(',')}))`);
  };
  for (const spec of products) {
    const { entity, name, globalId, body, identifier = "'Body'", beside = {}, at = ORIGIN } = spec;
    const { shapeOf, partOf, cuts, fills, rest } = spec;
    const all = Object.entries(beside).map(([other, items]) => representation(other, items));
    if (body.length > 0) all.push(representation(identifier, body));
    let shape = shapeOf ? shapes.get(shapeOf)! : '$';
    if (all.length > 0) shape = add(`IFCPRODUCTDEFINITIONSHAPE($,$,(${all.join(',')}))`);
    shapes.set(globalId, shape);
    const label = name === undefined ? '$' : `'${name}'`;
    const line = `${entity}('${globalId}',$,${label},$,$,${placement(sitePlacement, at)},${shape},${rest ?? '$'})`;
    const product = add(line);
    known.set(globalId, product);
    if (cuts) relate('IFCRELVOIDSELEMENT', `${known.get(cuts)},${product}`);
    else if (fills) relate('IFCRELFILLSELEMENT', `${known.get(fills)},${product}`);
    else if (partOf) relate('IFCRELAGGREGATES', `${known.get(partOf)},(${product})`);
    else if (entity === 'IFCSPACE') relate('IFCRELAGGREGATES', `${storey},(${product})`);
    else relate('IFCRELCONTAINEDINSPATIALSTRUCTURE', `(${product}),${storey}`);
  }
  return [
    'ISO-10303-21;',
    'HEADER;',
    `FILE_DESCRIPTION(('ViewDefinition [CoordinationView]'),'2;1');`,
    `FILE_NAME('','2000-01-01T00:00:00',(''),(''),'','','');`,
    `FILE_SCHEMA(('${schema}'));`,
    'ENDSEC;',
    'DATA;',
    ...lines,
    'ENDSEC;',
    'END-ISO-10303-21;',
    '',
  ].join('\n');
}
