import type { MapStop, Point, RouteMap } from './draw-map.ts';

// The schools' line colors are those of src/app/ui/tokens.css.
const ECFS = '#00697a';
const HM = '#8a1538';
const RCS = '#2f55b5';

/** Stops one below the other. */
function column(
  x: number,
  side: 'right' | 'left',
  stops: readonly (readonly [y: number, name: string])[],
): MapStop[] {
  return stops.map(([y, name]) => ({ at: [x, y] satisfies Point, name, side }));
}

/** The maps of the home page. Streets and stops are examples, as the schools are. */
export const routeMaps: RouteMap[] = [
  {
    file: 'ecfs_ms_us_combined',
    school: 'ECFS',
    title: 'Middle and Upper',
    service: 'One bus for both, mornings and afternoons',
    color: ECFS,
    runs: 'both ways',
    door: { at: [18, 41.5], name: 'Eastcliff' },
    shared: [{ at: [18, 35.5], name: 'Harbor Bridge' }],
    lines: [
      {
        name: 'West side',
        path: [
          [11, 13.5],
          [11, 25],
          [18, 32],
          [18, 41.5],
        ],
        stops: column(11, 'left', [
          [13.5, 'W 66th St'],
          [18.5, 'W 79th St'],
          [23.5, 'W 96th St'],
        ]),
        tag: { at: [12, 11], anchor: 'end' },
      },
      {
        name: 'East side',
        path: [
          [25, 13.5],
          [25, 25],
          [18, 32],
          [18, 41.5],
        ],
        stops: column(25, 'right', [
          [13.5, 'E 63rd St'],
          [18.5, 'E 79th St'],
          [23.5, 'E 91st St'],
        ]),
        tag: { at: [24, 11], anchor: 'start' },
      },
    ],
  },
  {
    file: 'ecfs_ms_split',
    school: 'ECFS',
    title: 'Middle School',
    service: 'The earlier bus, for the Middle School alone',
    color: ECFS,
    runs: 'both ways',
    door: { at: [17, 41], name: 'Eastcliff' },
    lines: [
      {
        name: 'Earlier bus',
        path: [
          [10, 12.5],
          [10, 24.5],
          [17, 31.5],
          [17, 41],
        ],
        stops: [
          ...column(10, 'right', [
            [12.5, 'E 63rd St'],
            [17.5, 'W 66th St'],
            [22.5, 'W 79th St'],
          ]),
          { at: [13.5, 28], name: 'W 96th St' },
          { at: [17, 34.5], name: 'Harbor Bridge' },
        ],
      },
    ],
  },
  {
    file: 'ecfs_us_split',
    school: 'ECFS',
    title: 'Upper School',
    service: 'The later bus, for the Upper School alone',
    color: ECFS,
    runs: 'both ways',
    door: { at: [10, 41], name: 'Eastcliff' },
    lines: [
      {
        name: 'Later bus',
        path: [
          [17, 12.5],
          [17, 19.5],
          [10, 26.5],
          [10, 41],
        ],
        stops: [
          ...column(17, 'right', [
            [12.5, 'E 79th St'],
            [17.5, 'E 91st St'],
          ]),
          { at: [13.5, 23], name: 'W 96th St' },
          ...column(10, 'right', [
            [29, 'W 110th St'],
            [35, 'Harbor Bridge'],
          ]),
        ],
      },
    ],
  },
  {
    file: 'ecfs_late_bus',
    school: 'ECFS',
    title: 'Late bus',
    service: 'From school at 5:45 PM, Monday to Thursday',
    color: ECFS,
    runs: 'from school',
    door: { at: [18, 12.5], name: 'Eastcliff' },
    shared: [{ at: [18, 18.5], name: 'Harbor Bridge' }],
    lines: [
      {
        name: 'West side',
        path: [
          [18, 12.5],
          [18, 22],
          [11, 29],
          [11, 40.5],
        ],
        isDashed: true,
        stops: column(11, 'left', [
          [33, 'W 96th St'],
          [40.5, 'W 66th St'],
        ]),
        tag: { at: [9.1, 29.6], anchor: 'end' },
      },
      {
        name: 'East side',
        path: [
          [18, 12.5],
          [18, 22],
          [25, 29],
          [25, 40.5],
        ],
        isDashed: true,
        stops: column(25, 'right', [
          [33, 'E 91st St'],
          [40.5, 'E 63rd St'],
        ]),
        tag: { at: [26.9, 29.6], anchor: 'start' },
      },
    ],
  },
  {
    file: 'hm_single',
    school: 'HM',
    title: 'All routes',
    service: 'Three lines to one door',
    color: HM,
    runs: 'both ways',
    door: { at: [15, 41.8], name: 'Hillmark' },
    shared: [{ at: [15, 37], name: 'Fordham' }],
    lines: [
      {
        name: 'Parkside',
        path: [
          [4, 13.8],
          [4, 23.8],
          [15, 34.8],
          [15, 41.8],
        ],
        stops: column(4, 'right', [
          [13.8, 'Cedar Sq'],
          [18.5, 'Park Gate'],
          [23.2, 'Elm St'],
        ]),
        tag: { at: [3, 11.3], anchor: 'start' },
      },
      {
        name: 'Midtown',
        path: [
          [15, 13.8],
          [15, 41.8],
        ],
        stops: column(15, 'right', [
          [13.8, 'E 42nd'],
          [18.5, 'E 57th'],
          [23.2, 'E 86th'],
        ]),
        tag: { at: [14, 11.3], anchor: 'start' },
      },
      {
        name: 'Riverside',
        path: [
          [26, 13.8],
          [26, 23.8],
          [15, 34.8],
          [15, 41.8],
        ],
        stops: column(26, 'right', [
          [13.8, 'Battery'],
          [18.5, 'Canal St'],
          [23.2, 'W 72nd'],
        ]),
        tag: { at: [25, 11.3], anchor: 'start' },
      },
    ],
  },
  {
    file: 'rcs_am_pm',
    school: 'RCS',
    title: 'AM and PM',
    service: 'Down this line in the morning, up in the afternoon',
    color: RCS,
    runs: 'both ways',
    door: { at: [9, 41.6], name: 'Ridgeway' },
    lines: [
      {
        name: 'AM and PM',
        path: [
          [9, 12],
          [9, 18],
          [15, 24],
          [15, 31],
          [9, 37],
          [9, 41.6],
        ],
        stops: [
          ...column(9, 'right', [
            [12, 'W 86th St'],
            [16.8, 'W 104th St'],
          ]),
          { at: [12, 21], name: 'Dyckman St' },
          ...column(15, 'right', [
            [25.5, 'Kingsbridge'],
            [30.2, 'Van Cortlandt'],
          ]),
          { at: [11.2, 34.8], name: 'Riverdale' },
        ],
      },
    ],
  },
  {
    file: 'rcs_late_bus',
    school: 'RCS',
    title: 'Late bus',
    service: 'From school at 5:45 PM, Monday to Thursday',
    color: RCS,
    runs: 'from school',
    door: { at: [9, 12.5], name: 'Ridgeway' },
    lines: [
      {
        name: 'Late bus',
        path: [
          [9, 12.5],
          [9, 16.5],
          [16, 23.5],
          [16, 40.5],
        ],
        isDashed: true,
        stops: [
          { at: [12.5, 20], name: 'Van Cortlandt' },
          ...column(16, 'right', [
            [27, 'Dyckman St'],
            [33.5, 'W 104th St'],
            [40.5, 'W 86th St'],
          ]),
        ],
      },
    ],
  },
];
