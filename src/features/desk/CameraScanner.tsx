import { useEffect, useRef, useState } from 'react';
import { deskOrderMessages as says } from '../../contract/messages/desk-orders.ts';
import { FailureText } from './ActionMessage.tsx';

/** The browser's own barcode reader; Chrome on Android has one, others do not (Shape Detection API). */
interface Reader {
  detect: (picture: HTMLVideoElement) => Promise<{ rawValue: string }[]>;
}
type Reading = typeof globalThis & { BarcodeDetector?: new () => Reader };

/** The time between two looks, in ms. A label stays in the picture longer. */
const LOOK_MS = 200;
/** A code that was out of the picture for this time (ms) belongs to the next piece. */
const GONE_MS = 1_000;

interface Props {
  /** Called with a code each time that it comes into the picture. */
  found: (code: string) => void;
  label?: string;
}

/** Reads barcodes with the camera, if the browser supports it. */
export function CameraScanner({ found, label = says.scan }: Props) {
  const [isOpen, setOpen] = useState(false);
  const [problem, setProblem] = useState('');
  const [canScan, setCanScan] = useState(false);
  useEffect(() => setCanScan('BarcodeDetector' in globalThis), []);
  if (!canScan) return null;
  return (
    <>
      <button
        type="button"
        className="btn btn-secondary"
        aria-pressed={isOpen}
        onClick={() => {
          setProblem('');
          setOpen(!isOpen);
        }}
      >
        {isOpen ? says.scanStop : label}
      </button>
      <FailureText text={problem} />
      {isOpen && (
        <Camera
          found={found}
          fail={() => {
            setProblem(says.scanRefused);
            setOpen(false);
          }}
        />
      )}
    </>
  );
}

function Camera({ found, fail }: { found: (code: string) => void; fail: () => void }) {
  const video = useRef<HTMLVideoElement>(null);
  const latest = useRef({ found, fail });
  latest.current = { found, fail };
  useEffect(() => {
    const Detector = (globalThis as Reading).BarcodeDetector;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let camera: MediaStream | undefined;
    let isOver = false;
    const seenAt = new Map<string, number>();
    const look = async (reader: Reader) => {
      const codes = video.current ? await reader.detect(video.current).catch(() => []) : [];
      // A slip has a shorter code than the courier's label beside it, and is read first.
      for (const { rawValue } of codes.toSorted((a, b) => a.rawValue.length - b.rawValue.length)) {
        const isNew = performance.now() - (seenAt.get(rawValue) ?? Number.NEGATIVE_INFINITY) > GONE_MS;
        seenAt.set(rawValue, performance.now());
        if (!isNew) continue;
        navigator.vibrate?.(50);
        latest.current.found(rawValue);
      }
      if (!isOver) timer = setTimeout(() => void look(reader), LOOK_MS);
    };
    const start = async () => {
      if (!Detector) return latest.current.fail();
      try {
        camera = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
        if (!video.current) return stop();
        video.current.srcObject = camera;
        await video.current.play();
        await look(new Detector());
      } catch {
        latest.current.fail();
      }
    };
    const stop = () => {
      for (const track of camera?.getTracks() ?? []) track.stop();
    };
    void start();
    return () => {
      isOver = true;
      clearTimeout(timer);
      stop();
    };
  }, []);
  return (
    <figure className="basis-full">
      <video ref={video} className="bg-sunken max-h-[40dvh] w-full object-cover" muted playsInline />
      <figcaption>{says.scanning}</figcaption>
    </figure>
  );
}
