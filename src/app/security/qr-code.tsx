import { useEffect, useState } from 'react';

type Picture = { size: number; path: string };

/** A square of dark modules for each, as one path; drawn here, so that the text goes nowhere. */
async function pictureOf(text: string): Promise<Picture> {
  const { create } = await import('qrcode');
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  const { size } = modules;
  const dark = [...modules.data.keys()].filter((at) => modules.data[at]);
  const path = dark.map((at) => `M${at % size} ${Math.floor(at / size)}h1v1h-1z`).join('');
  return { size, path };
}

/** Four empty modules around it, or cameras do not find it. */
const QUIET = 4;

/** A text as a QR code: dark on white, also where the page around it is not. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const [picture, setPicture] = useState<Picture>();
  useEffect(() => {
    let isCurrent = true;
    // Without the picture there is still the text below it.
    void pictureOf(text).then(
      (made) => isCurrent && setPicture(made),
      () => undefined,
    );
    return () => void (isCurrent = false);
  }, [text]);
  if (!picture) return <div className="size-52 rounded-md border border-hair bg-sunk" />;
  const side = picture.size + 2 * QUIET;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`${-QUIET} ${-QUIET} ${side} ${side}`}
      shapeRendering="crispEdges"
      className="size-52 rounded-md border border-hair bg-white"
    >
      <path d={picture.path} fill="#000" />
    </svg>
  );
}
