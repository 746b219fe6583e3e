import type { RouteMap } from './draw-map.ts';

// The schools' line colours are those of src/app/ui/tokens.css.
const ECFS = '#00697a';
const HM = '#8a1538';
const RCS = '#2f55b5';

/** The maps of the home page. Streets and stops are examples, as the schools are. */
export const routeMaps: RouteMap[] = [
  {
    file: 'ecfs_ms_us_combined',
    title: 'Eastcliff, Middle and Upper combined',
    description: 'Two morning lines meet at Harbor Bridge and end at Eastcliff; the afternoon runs the other way.',
    colour: ECFS,
    school: { at: [28, 9], name: 'Eastcliff', side: 'below' },
    lines: [
      {
        name: 'West side',
        path: [[3, 4], [14, 4], [19, 9], [28, 9]],
        stops: [
          { at: [3, 4], name: 'W 66th', side: 'above' },
          { at: [7, 4], name: 'W 79th', side: 'above' },
          { at: [11, 4], name: 'W 96th', side: 'above' },
        ],
        tag: [2, 6.4],
      },
      {
        name: 'East side',
        path: [[3, 14], [14, 14], [19, 9], [28, 9]],
        stops: [
          { at: [3, 14], name: 'E 63rd' },
          { at: [7, 14], name: 'E 79th' },
          { at: [11, 14], name: 'E 91st' },
          { at: [23, 9], name: 'Harbor Bridge', side: 'above' },
        ],
        tag: [2, 12.4],
      },
    ],
  },
  {
    file: 'ecfs_ms_split',
    title: 'Eastcliff, Middle School split',
    description: 'The earlier bus, for the Middle School alone.',
    colour: ECFS,
    school: { at: [28, 5], name: 'Eastcliff', side: 'above' },
    lines: [
      {
        name: 'Earlier bus',
        path: [[3, 14], [12, 14], [21, 5], [28, 5]],
        stops: [
          { at: [3, 14], name: 'E 63rd' },
          { at: [7, 14], name: 'W 66th' },
          { at: [11, 14], name: 'W 79th' },
          { at: [15.5, 10.5], name: 'W 96th', side: 'right' },
          { at: [18.5, 7.5], name: 'Harbor Bridge', side: 'right' },
        ],
        tag: [2, 5.4],
      },
    ],
  },
  {
    file: 'ecfs_us_split',
    title: 'Eastcliff, Upper School split',
    description: 'The later bus, for the Upper School alone.',
    colour: ECFS,
    school: { at: [28, 13], name: 'Eastcliff', side: 'below' },
    lines: [
      {
        name: 'Later bus',
        path: [[3, 4], [10, 4], [19, 13], [28, 13]],
        stops: [
          { at: [3, 4], name: 'E 79th', side: 'above' },
          { at: [8, 4], name: 'E 91st', side: 'above' },
          { at: [13, 7], name: 'W 96th', side: 'right' },
          { at: [16, 10], name: 'W 110th', side: 'right' },
          { at: [23, 13], name: 'Harbor Bridge', side: 'above' },
        ],
        tag: [2, 13.4],
      },
    ],
  },
  {
    file: 'ecfs_late_bus',
    title: 'Eastcliff, late bus',
    description: 'From school at 5:45 PM, Monday to Thursday, with fewer stops.',
    colour: ECFS,
    school: { at: [4, 9], name: 'Eastcliff', side: 'below' },
    lines: [
      {
        name: 'Late bus, 5:45 PM',
        path: [[4, 9], [15, 9], [19, 5], [28, 5]],
        isDashed: true,
        stops: [
          { at: [10, 9], name: 'Harbor Bridge', side: 'above' },
          { at: [21, 5], name: 'E 91st' },
          { at: [28, 5], name: 'E 63rd' },
        ],
        tag: [2, 4],
      },
      {
        name: 'West side branch',
        path: [[4, 9], [15, 9], [19, 13], [28, 13]],
        isDashed: true,
        stops: [
          { at: [21, 13], name: 'W 96th' },
          { at: [28, 13], name: 'W 66th' },
        ],
      },
    ],
  },
  {
    file: 'hm_single',
    title: 'Hillmark, all routes',
    description: 'Three lines end at Hillmark.',
    colour: HM,
    school: { at: [27, 9], name: 'Hillmark', side: 'below' },
    lines: [
      {
        name: 'Parkside',
        path: [[3, 3], [15, 3], [21, 9], [27, 9]],
        stops: [
          { at: [3, 3], name: 'Cedar Sq' },
          { at: [8, 3], name: 'Park Gate' },
          { at: [13, 3], name: 'Elm St' },
        ],
        tag: [18.2, 3.4],
      },
      {
        name: 'Midtown',
        path: [[3, 9], [27, 9]],
        stops: [
          { at: [3, 9], name: 'E 42nd' },
          { at: [8, 9], name: 'E 57th' },
          { at: [13, 9], name: 'E 86th' },
          { at: [23.6, 9], name: 'Fordham', side: 'above' },
        ],
        tag: [2, 7.4],
      },
      {
        name: 'Riverside',
        path: [[3, 15], [15, 15], [21, 9], [27, 9]],
        stops: [
          { at: [3, 15], name: 'Battery' },
          { at: [8, 15], name: 'Canal St' },
          { at: [13, 15], name: 'W 72nd' },
        ],
        tag: [18.2, 15.4],
      },
    ],
  },
  {
    file: 'rcs_am_pm',
    title: 'Ridgeway, AM and PM',
    description: 'The line runs to Ridgeway in the morning and back in the afternoon.',
    colour: RCS,
    school: { at: [28, 4], name: 'Ridgeway', side: 'left' },
    lines: [
      {
        name: 'AM and PM',
        path: [[3, 5], [9, 5], [17, 13], [21, 13], [28, 6], [28, 4]],
        stops: [
          { at: [3, 5], name: 'W 86th', side: 'above' },
          { at: [8, 5], name: 'W 104th', side: 'above' },
          { at: [12, 8], name: 'Dyckman', side: 'right' },
          { at: [15, 11], name: 'Kingsbridge', side: 'left' },
          { at: [19, 13], name: 'Van Cortlandt' },
          { at: [24.5, 9.5], name: 'Riverdale', side: 'right' },
        ],
        tag: [2, 13.4],
      },
    ],
  },
  {
    file: 'rcs_late_bus',
    title: 'Ridgeway, late bus',
    description: 'From school at 5:45 PM, Monday to Thursday, with fewer stops.',
    colour: RCS,
    school: { at: [4, 5], name: 'Ridgeway', side: 'below' },
    lines: [
      {
        name: 'Late bus, 5:45 PM',
        path: [[4, 5], [9, 5], [17, 13], [28, 13]],
        isDashed: true,
        stops: [
          { at: [11.5, 7.5], name: 'Van Cortlandt', side: 'right' },
          { at: [15, 11], name: 'Dyckman', side: 'left' },
          { at: [21, 13], name: 'W 104th' },
          { at: [28, 13], name: 'W 86th' },
        ],
        tag: [2, 13.4],
      },
    ],
  },
];
