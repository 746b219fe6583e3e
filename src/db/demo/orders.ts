/** Test instruments of the sandbox, by what they do. */
export type DemoMethod = 'visa' | 'card_first_charge_only' | 'bank';

/** What a demo family has bought, by the names of the season and the people (K5). */
export type DemoOrder = {
  /** the Idempotency-Key that it is placed under, so that it is placed once */
  key: string;
  parent: string;
  student: string;
  grade: string;
  period: string;
  program: string;
  route: string;
  term: string;
  addons?: readonly string[];
  /** saved to the family in this order; the first one pays and becomes the default */
  methods: readonly DemoMethod[];
  /** the day of signing, for an order of a season that is over */
  signedOn?: string;
  /** staff made it inactive afterwards */
  isCanceled?: boolean;
};

const chidi = { parent: 'adaeze@okafor.example', student: 'Chidi', grade: '3rd' };
const freja = { parent: 'ingrid@lindqvist.example', student: 'Freja', grade: '8th' };
const anika = { parent: 'priya@raman.example', student: 'Anika' };
const rohan = { parent: 'priya@raman.example', student: 'Rohan', grade: '2nd' };

export const demoOrders: readonly DemoOrder[] = [
  {
    key: 'demo-chidi-round-trip',
    ...chidi,
    period: '2027',
    program: 'hm-lower',
    route: 'Round trip',
    term: 'HML-RT-S2',
    methods: ['bank', 'visa'],
  },
  {
    key: 'demo-freja-am-and-pm',
    ...freja,
    period: '2027',
    program: 'rcs-middle-upper',
    route: 'AM and PM',
    term: 'RCU-S2',
    methods: ['card_first_charge_only'],
  },
  {
    key: 'demo-anika-2019',
    ...anika,
    grade: 'Nursery',
    period: '2019',
    program: 'hm-lower',
    route: 'Round trip',
    term: 'HML19-F',
    methods: ['visa'],
    signedOn: '2019-04-15',
  },
  {
    key: 'demo-rohan-morning',
    ...rohan,
    period: '2027',
    program: 'hm-lower',
    route: 'Morning only',
    term: 'HML-AM-FE',
    methods: ['visa'],
  },
  {
    key: 'demo-anika-afternoon',
    ...anika,
    grade: '4th',
    period: '2027',
    program: 'hm-lower',
    route: 'Afternoon only',
    term: 'HML-PM-S2',
    methods: ['visa'],
    isCanceled: true,
  },
];
