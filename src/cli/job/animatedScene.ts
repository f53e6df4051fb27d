import { InputError } from '../../errors.js';
import { assemble } from '../../io/assemble.js';
import type { Scene, SceneAnimation } from '../../io/scene.js';
import { unitRatio } from '../../io/units.js';
import { multiply, scaling } from '../../math/affine.js';
import type { JobProgress } from './jobEvent.js';
import type { MotionJob } from './jobSpec.js';
import { demandAll, loadFiles } from './loadFiles.js';
import { type MovingScene, withSteps } from './movingScene.js';

/** Steps along an animation where none are asked for. */
const DEFAULT_STEPS = 100;

/** A file that describes its own motion, as glTF does. */
export async function animatedScene(job: MotionJob, onProgress: (progress: JobProgress) => void): Promise<MovingScene> {
  const loaded = await loadFiles([job.file], job.settings.timeLimitMs, onProgress);
  demandAll(loaded);
  const [{ scene, file }] = loaded.scenes;
  const animation = chosenAnimation(scene, file, job.animation);
  const assembly = assemble(loaded.scenes, { units: job.settings.units });
  const scaled = scaling(scene.units && assembly.units ? unitRatio(scene.units, assembly.units) : 1);
  const move = (time: number): void => {
    for (const [k, { pose, positions }] of animation.at(time).entries()) {
      const { body } = assembly.bodies[k];
      body.pose = multiply(scaled, pose);
      if (positions) body.update(positions);
    }
  };
  const times = animation.durationS > 0 ? withSteps([0, animation.durationS], job.steps ?? DEFAULT_STEPS) : [0];
  return { assembly, loaded, times, move, ignore: [] };
}

function chosenAnimation({ animations }: Scene, file: string, name: string | undefined): SceneAnimation {
  const names = animations.map((one) => `'${one.name}'`).join(', ');
  if (animations.length === 0)
    throw new InputError(
      `${file}: nothing moves in it. Give a motion file (JSON, see \`zclash help motion\`), or a glTF with an animation.`,
    );
  if (name === undefined) {
    if (animations.length === 1) return animations[0];
    throw new InputError(`${file}: it has ${animations.length} animations (${names}). Choose one with --animation.`);
  }
  const chosen = animations.find((one) => one.name === name);
  if (!chosen) throw new InputError(`${file}: there is no animation '${name}'. There are ${names}.`);
  return chosen;
}
