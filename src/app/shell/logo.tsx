export function BusMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 44 28" aria-hidden="true" className={className}>
      <path
        d="M2 7a5 5 0 015-5h26a5 5 0 014.6 3.1L41.5 12.5V20a2 2 0 01-2 2H4a2 2 0 01-2-2z"
        className="fill-bus stroke-ink"
        strokeWidth="2.5"
        strokeLinejoin="round"
      />
      <path
        d="M6.5 6.5h6V12h-6zM15 6.5h6V12h-6zM23.5 6.5h6V12h-6zM32.5 6.5h2.2L37 12h-4.5z"
        className="fill-ink"
      />
      <path d="M3 16h38" className="stroke-ink" strokeWidth="2" />
      <circle cx="12" cy="22.5" r="4" className="fill-ink stroke-card" strokeWidth="2" />
      <circle cx="32" cy="22.5" r="4" className="fill-ink stroke-card" strokeWidth="2" />
    </svg>
  );
}
