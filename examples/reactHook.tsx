// React Three Fiber: a hook that says what two meshes are to each other, frame by frame.
import { Canvas, useFrame, useThree } from '@react-three/fiber';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import type { Mesh, Object3D } from 'three';
import { interference, type Machine, type PairReport } from 'zclash';
import { bodyFrom, machineFor, type ThreeBody } from 'zclash/three';

/** The pair as it is now, or undefined while it is apart. One question at a time, each about the latest pose. */
export function useInterference(a: RefObject<Object3D | null>, b: RefObject<Object3D | null>): PairReport | undefined {
  const renderer = useThree(({ gl }) => gl);
  const [pair, setPair] = useState<PairReport>();
  const asked = useRef<{ machine: Machine; bodies: ThreeBody[]; isBusy: boolean }>(null);

  useEffect(() => {
    let isGone = false;
    void machineFor(renderer).then((machine) => {
      if (isGone || !a.current || !b.current) return machine.close();
      const bodies = [bodyFrom(a.current), bodyFrom(b.current)];
      asked.current = { machine, bodies, isBusy: false };
    });
    return () => {
      isGone = true;
      asked.current?.machine.close();
      asked.current = null;
    };
  }, [renderer, a, b]);

  useFrame(() => {
    const now = asked.current;
    if (!now || now.isBusy) return;
    now.isBusy = true;
    interference(now.bodies, { machine: now.machine, resolution: 128 })
      .then(({ pairs }) => asked.current === now && setPair(pairs[0]))
      .catch((error) => asked.current === now && console.error(error)) // the machine of a component that is gone is closed
      .finally(() => {
        now.isBusy = false;
      });
  });
  return pair;
}

function Pair({ onPair }: { onPair(pair: PairReport | undefined): void }) {
  const ball = useRef<Mesh>(null);
  const box = useRef<Mesh>(null);
  const pair = useInterference(ball, box);
  useEffect(() => onPair(pair), [pair, onPair]);
  useFrame(({ clock }) => ball.current?.position.set(1.6 * Math.sin(clock.elapsedTime), 0, 0));
  return (
    <>
      <mesh ref={ball}>
        <sphereGeometry args={[1, 48, 32]} />
        <meshNormalMaterial />
      </mesh>
      <mesh ref={box} position={[1, 0, 0]}>
        <boxGeometry args={[1, 2, 2]} />
        <meshBasicMaterial color={pair ? 'crimson' : 'seagreen'} />
      </mesh>
    </>
  );
}

function App() {
  const [pair, setPair] = useState<PairReport>();
  return (
    <>
      <output>{pair ? `${pair.kind}, ${pair.volume.toFixed(3)} in common` : 'apart'}</output>
      <Canvas style={{ height: 400 }}>
        <Pair onPair={setPair} />
      </Canvas>
    </>
  );
}

createRoot(document.getElementById('root')!).render(<App />);
