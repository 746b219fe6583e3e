import type { create as createCode } from 'qrcode';
import { Late, latePart } from '#app/shell/late-part.tsx';

const qrCodes = latePart(() => import('qrcode'));

/** Drawn here as one path, because the secret must not leave the page. */
function pictureOf(text: string, create: typeof createCode): { size: number; path: string } {
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  const { size } = modules;
  const dark = [...modules.data.keys()].filter((at) => modules.data[at]);
  const path = dark.map((at) => `M${at % size} ${Math.floor(at / size)}h1v1h-1z`).join('');
  return { size, path };
}

/** Cameras need four empty modules around the code. */
const QUIET = 4;

type CodeProps = { text: string; label: string };

function Picture({ text, label, create }: CodeProps & { create: typeof createCode }) {
  const { size, path } = pictureOf(text, create);
  const side = size + 2 * QUIET;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`${-QUIET} ${-QUIET} ${side} ${side}`}
      shapeRendering="crispEdges"
      className="size-52 rounded-md border border-hair bg-white"
    >
      <path d={path} fill="#000" />
    </svg>
  );
}

/** Dark on white, even on a dark page. */
export function QrCode(props: CodeProps) {
  const waiting = <div className="size-52 rounded-md border border-hair bg-sunk" />;
  return (
    <Late part={qrCodes} waiting={waiting}>
      {({ create }) => <Picture {...props} create={create} />}
    </Late>
  );
}
