import { fault, shown } from './fault.js';
import { extensionOf, type Json, listOf } from './json.js';

export const DRACO = 'KHR_draco_mesh_compression';
export const INSTANCING = 'EXT_mesh_gpu_instancing';
/** The same in all that matters here; the later one only adds a coding that the decoder tells apart by itself. */
const MESHOPT = ['EXT_meshopt_compression', 'KHR_meshopt_compression'];

const KNOWN: readonly string[] = [DRACO, INSTANCING, ...MESHOPT, 'KHR_mesh_quantization'];

/** Extensions about looks, sound, meaning and further copies: they move no triangle of the scene. */
const HARMLESS = [
  /^[A-Z0-9]+_(materials|texture|lights|techniques|image|xmp|audio|environment)(_|$)/,
  /^(KHR_(animation_pointer|node_visibility|node_hoverability|node_selectability|interactivity|physics_rigid_bodies))$/,
  /^(KHR_implicit_shapes|MSFT_lod|MSFT_packing_\w+|FB_ngon_encoding|CESIUM_primitive_outline|AGI_\w+)$/,
  /^(EXT_mesh_features|EXT_instance_features|EXT_structural_metadata|EXT_mesh_manifold)$/,
  /^VRMC?(_\w+)?$/,
];

/** Refuses files that cannot be understood without an extension that is not known here. */
export function checkExtensions(json: Json): void {
  for (const name of listOf(json, 'extensionsRequired', 'the file'))
    if (typeof name !== 'string' || !(KNOWN.includes(name) || HARMLESS.some((pattern) => pattern.test(name))))
      throw fault(
        `it requires the extension ${shown(name)}, which is not known here`,
        'Export the file again without that extension.',
      );
}

/** How a buffer view is compressed, where it is. */
export const meshoptOf = (view: Json): Json | undefined =>
  extensionOf(view, MESHOPT[0]) ?? extensionOf(view, MESHOPT[1]);
