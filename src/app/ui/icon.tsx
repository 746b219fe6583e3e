import { classNames } from './class-names.ts';

/** Drawn on a 24-pixel grid with a 2-pixel round stroke. */
const paths = {
  check: 'M5 12.5l4.5 4.5L19 7.5',
  cross: 'M6 6l12 12M18 6L6 18',
  alert: 'M12 4L2.8 19.5h18.4zM12 10v4.5M12 17v.01',
  info: 'M12 3a9 9 0 100 18 9 9 0 000-18zM12 11v5.5M12 7.5v.01',
  tick: 'M12 3a9 9 0 100 18 9 9 0 000-18zM8 12.5l3 3 5.5-6',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9a3 3 0 100 6 3 3 0 000-6z',
  eyeOff:
    'M4 4l16 16M9.5 5.9A9.5 9.5 0 0112 5.5c6 0 9.5 6.5 9.5 6.5a16 16 0 01-3 3.7' +
    'M6 7.7A16 16 0 002.5 12S6 18.5 12 18.5a9 9 0 004-.9M9.9 9.9a3 3 0 004.2 4.2',
  menu: 'M4 7h16M4 12h16M4 17h16',
  search: 'M10.5 4a6.5 6.5 0 100 13 6.5 6.5 0 000-13zM15.3 15.3l5.2 5.2',
  right: 'M9 5l7 7-7 7',
  down: 'M5 9l7 7 7-7',
  arrow: 'M4 12h15M13 6l6 6-6 6',
  person: 'M12 4a4 4 0 100 8 4 4 0 000-8zM4.5 20.5c.8-4 3.8-6 7.5-6s6.7 2 7.5 6',
  people:
    'M9 5a3.5 3.5 0 100 7 3.5 3.5 0 000-7zM2.5 19.5c.6-3.5 3.2-5 6.5-5s5.9 1.5 6.5 5' +
    'M16 5.5a3.3 3.3 0 010 6.2M18 14.8c1.9.7 3.1 2.2 3.5 4.7',
  pin: 'M12 21s-6.5-6-6.5-11a6.5 6.5 0 0113 0c0 5-6.5 11-6.5 11zM12 7.5a2.5 2.5 0 100 5 2.5 2.5 0 000-5z',
  card: 'M3.5 5.5h17a1 1 0 011 1v11a1 1 0 01-1 1h-17a1 1 0 01-1-1v-11a1 1 0 011-1zM2.5 10h19M6 15h4',
  bank: 'M3 9.5L12 4l9 5.5zM5.5 10v8M10 10v8M14 10v8M18.5 10v8M3 20.5h18',
  list: 'M8 6h12M8 12h12M8 18h12M4 6v.01M4 12v.01M4 18v.01',
  help: 'M12 3a9 9 0 100 18 9 9 0 000-18zM9.5 9.5a2.5 2.5 0 113.5 2.3c-.7.4-1 .9-1 1.7M12 16.8v.01',
  phone:
    'M6 3.5h3l1.5 4.5-2 1.5a12 12 0 006 6l1.5-2 4.5 1.5v3a2 2 0 01-2.2 2A16.5 16.5 0 014 5.7a2 2 0 012-2.2z',
  mail: 'M3.5 5.5h17v13h-17zM3.5 6.5L12 13l8.5-6.5',
  outside: 'M13 4.5h6.5V11M19.5 4.5L11 13M9 5.5H5.5a1 1 0 00-1 1v12a1 1 0 001 1h12a1 1 0 001-1V15',
  pencil: 'M4 20l1-4.5L16 4.5l3.5 3.5-11 11zM13.5 7l3.5 3.5',
  grip: 'M9 6v.01M9 12v.01M9 18v.01M15 6v.01M15 12v.01M15 18v.01',
  bin: 'M4.5 7h15M9.5 7V4.5h5V7M6.5 7l1 13h9l1-13M10 11v5.5M14 11v5.5',
  plus: 'M12 5v14M5 12h14',
  clock: 'M12 3a9 9 0 100 18 9 9 0 000-18zM12 7.5V12l3 2.5',
  print:
    'M7 8.5V4h10v4.5M7 17H4.5a1 1 0 01-1-1v-6.5a1 1 0 011-1h15a1 1 0 011 1V16a1 1 0 01-1 1H17M7 14h10v6.5H7z',
  copy: 'M9 8.5h10.5v12H9zM5.5 16H4.5v-12.5H15v1.5',
  file: 'M6 3.5h8l4.5 4.5v12.5H6zM13.5 3.5V8.5h5',
  bus:
    'M4.5 6.5a1.5 1.5 0 011.5-1.5h12a1.5 1.5 0 011.5 1.5v10h-15zM4.5 12h15M12 5v7' +
    'M7.5 16.5v2.5M16.5 16.5v2.5M8 14.3v.01M16 14.3v.01',
} as const;

export type IconName = keyof typeof paths;

export function Icon({ name, className }: { name: IconName; className?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      className={classNames('shrink-0', !className?.includes('size-') && 'size-5', className)}
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={paths[name]} />
    </svg>
  );
}
