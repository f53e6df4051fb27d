import { idsOf, lineOf, referenceIn, textIn } from './ifcTree.js';
import type { IfcApi } from './webIfc.js';

/** Bodies by the identifiers of their representations, those that count first: a site's facets are the surface of its body. */
const BODIES = [/^Body$/i, /^Facetation$/i];

/**
 * What IFC gives beside a body and what is no matter: room to be kept free, boxes and lines that stand for it, openings that
 * are cut out already, light, marks. A `Surface` may be all that there is of a thin product.
 */
const NO_BODY = /^(Annotation|Axis|Box|Clearance|CoG|Foot ?Print|Lighting|Plan|Profile|Reference|Survey( ?Points)?)$/i;

/** What is known of the shapes of a model. */
export interface IfcShapes {
  /** Whether a shape says that it is a body. */
  hasBody(shape: number | undefined): boolean;
}

/**
 * Takes from the shapes of all products, openings among them, what is no body: the package builds whatever representation
 * it finds there. Where none is called a body, those stay that are not known to be something else. To be called before the
 * first geometry is built.
 */
export function keepBodies(api: IfcApi, model: number): IfcShapes {
  const identifiers = new Map<number, string>(); // shapes may share representations
  const identifierOf = (representation: number): string => {
    let identifier = identifiers.get(representation);
    if (identifier === undefined) {
      identifier = textIn(lineOf(api, model, representation)?.RepresentationIdentifier) ?? '';
      identifiers.set(representation, identifier);
    }
    return identifier;
  };

  const bodies = new Set<number>();
  for (const kind of ['IFCPRODUCTDEFINITIONSHAPE', 'IFCPRODUCTREPRESENTATION'])
    for (const shape of idsOf(api, model, kind)) {
      const line = lineOf(api, model, shape);
      if (!line) continue;
      const all = [line.Representations].flat().flatMap((reference) => {
        const id = referenceIn(reference);
        return id === undefined ? [] : [{ reference, identifier: identifierOf(id) }];
      });
      const body = BODIES.find((pattern) => all.some(({ identifier }) => pattern.test(identifier)));
      if (body) bodies.add(shape);
      const kept = all.filter(({ identifier }) => (body ? body.test(identifier) : !NO_BODY.test(identifier)));
      if (kept.length < all.length)
        api.WriteLine(model, Object.assign(line, { Representations: kept.map(({ reference }) => reference) }));
    }
  return { hasBody: (shape) => shape !== undefined && bodies.has(shape) };
}
