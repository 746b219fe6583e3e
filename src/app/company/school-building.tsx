import type { ReactNode } from 'react';

/** Four buildings drawn for four schools; each in its line's colour, on a ground of 120 by 90. */
const buildings: Record<string, ReactNode> = {
  // A field house between two trees.
  ecfs: (
    <>
      <circle cx="16" cy="56" r="13" className="fill-line opacity-45" />
      <path d="M16 58v32" className="stroke-line" strokeWidth="3" />
      <path
        d="M30 50l30-20 30 20v40H30z"
        className="fill-card stroke-line"
        strokeWidth="3"
        strokeLinejoin="round"
      />
      <path
        d="M24 53l36-25 36 25"
        className="fill-none stroke-line"
        strokeWidth="6"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <path d="M53 90V70h14v20M38 60h10v10H38zM72 60h10v10H72z" className="fill-line" />
      <circle cx="104" cy="62" r="11" className="fill-line opacity-45" />
      <path d="M104 64v26" className="stroke-line" strokeWidth="3" />
    </>
  ),
  // A clock tower on a hill.
  hm: (
    <>
      <path d="M0 90c20-14 44-20 62-20s40 6 58 20z" className="fill-line opacity-25" />
      <path d="M22 84V56h76v28z" className="fill-card stroke-line" strokeWidth="3" strokeLinejoin="round" />
      <path d="M48 90V30h24v60z" className="fill-card stroke-line" strokeWidth="3" strokeLinejoin="round" />
      <path d="M44 31L60 8l16 23z" className="fill-line" />
      <circle cx="60" cy="44" r="7" className="fill-bus stroke-line" strokeWidth="3" />
      <path d="M60 44v-4M60 44l3 2" className="stroke-ink" strokeWidth="1.5" strokeLinecap="round" />
      <path d="M30 62h6v10h-6zM84 62h6v10h-6zM55 72h10v18H55z" className="fill-line" />
    </>
  ),
  // A long country house under a ridge.
  rcs: (
    <>
      <path d="M0 62l22-24 16 14 26-30 30 32 10-10 16 18v28H0z" className="fill-line opacity-20" />
      <path d="M12 90V62h96v28z" className="fill-card stroke-line" strokeWidth="3" strokeLinejoin="round" />
      <path d="M8 63l12-16h80l12 16z" className="fill-line" />
      <path
        d="M46 62l14-16 14 16v28H46z"
        className="fill-card stroke-line"
        strokeWidth="3"
        strokeLinejoin="round"
      />
      <path
        d="M20 70h8v9h-8zM33 70h8v9h-8zM79 70h8v9h-8zM92 70h8v9h-8zM56 74h8v16h-8z"
        className="fill-line"
      />
      <circle cx="60" cy="62" r="4" className="fill-bus" />
    </>
  ),
  // A hall with columns and a flag.
  nga: (
    <>
      <path
        d="M60 26V6M60 7h18l-5 5 5 5H60z"
        className="fill-bus stroke-line"
        strokeWidth="2.5"
        strokeLinejoin="round"
      />
      <path d="M22 48l38-22 38 22z" className="fill-line" />
      <path d="M26 52h68v32H26z" className="fill-card stroke-line" strokeWidth="3" strokeLinejoin="round" />
      <path d="M36 54v28M48 54v28M72 54v28M84 54v28" className="stroke-line" strokeWidth="5" />
      <path d="M54 84V62h12v22zM18 84h84v6H18z" className="fill-line" />
    </>
  ),
};

export function SchoolBuilding({ path, className }: { path: string; className?: string }) {
  return (
    <svg viewBox="0 0 120 90" aria-hidden="true" className={className}>
      {buildings[path]}
    </svg>
  );
}
