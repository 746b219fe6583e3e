import type { Grade } from '#modules/catalog/catalog.contract.ts';
import type { Route } from '#modules/catalog/routes/routes.contract.ts';
import type { Order } from '#modules/orders/orders.contract.ts';
import type { Student } from '#modules/students/students.contract.ts';
import { emptyDraft, type Draft, type ProposedPart } from './draft.ts';
import { chooseProgram, chooseRoute, setProgramField, takeStudent } from './transitions.ts';

/** What the last contract of a child proposes for another one (MP6). */
export type Proposal = {
  readonly student_id: number;
  /** the school year of the last contract */
  readonly year: string;
  readonly program_id: number | null;
  readonly grade_id: number | null;
  readonly route_name: string;
  readonly pickup_north: string;
  readonly pickup_cross: string;
};

function gradeAfter(grades: readonly Grade[], id: number): number | null {
  const at = grades.findIndex((grade) => grade.id === id);
  return at < 0 ? null : (grades[at + 1]?.id ?? null);
}

/** @param to  the school year on sale, and the grades of the last contract's program in their order */
export function proposalFrom(last: Order, to: { period_id: number; grades: readonly Grade[] }): Proposal {
  const { student, period, program, route, ...signed } = last.order_detail.contract.contract_detail;
  const isSameYear = period.id === to.period_id;
  const next = signed.grade_id === null ? null : gradeAfter(to.grades, signed.grade_id);
  const grade_id = isSameYear ? signed.grade_id : next;
  // After its last grade the child leaves the program.
  const isLeaving = signed.grade_id !== null && grade_id === null;
  return {
    student_id: student.id,
    year: period.text,
    program_id: isLeaving ? null : program.id,
    grade_id,
    route_name: route.name,
    pickup_north: signed.pickup_north ?? '',
    pickup_cross: signed.pickup_cross ?? '',
  };
}

/** What the school sells; undefined before the answer. */
export type Sold = {
  readonly program_ids: readonly number[];
  readonly grades?: readonly Grade[];
  readonly routes?: readonly Route[];
  /** the child's current routes (O2); undefined before the answer */
  readonly taken?: readonly number[];
};

function proposeProgram(draft: Draft, { program_id }: Proposal, { program_ids }: Sold): Draft {
  if (draft.program.id !== null || program_id === null || !program_ids.includes(program_id)) return draft;
  return chooseProgram(draft, program_id);
}

function proposeGrade(draft: Draft, { program_id, grade_id }: Proposal, { grades }: Sold): Draft {
  const isOffered = grades?.some((grade) => grade.id === grade_id);
  if (draft.program.id !== program_id || draft.program.grade_id !== null || !isOffered) return draft;
  return setProgramField(draft, 'grade_id', grade_id);
}

function proposeRoute(draft: Draft, { route_name }: Proposal, { routes, taken }: Sold): Draft {
  const route = routes?.find(({ name }) => name === route_name);
  if (draft.program.route !== null || !route || !taken) return draft;
  return route.seats_left === 0 || taken.includes(route.id) ? draft : chooseRoute(draft, route.id);
}

function proposePickup(draft: Draft, { pickup_north, pickup_cross }: Proposal): Draft {
  const { program } = draft;
  if (program.pickup_north || program.pickup_cross || !(pickup_north || pickup_cross)) return draft;
  return { ...draft, program: { ...program, pickup_north, pickup_cross } };
}

const PARTS: Readonly<Record<ProposedPart, (draft: Draft, proposal: Proposal, sold: Sold) => Draft>> = {
  program: proposeProgram,
  grade: proposeGrade,
  route: proposeRoute,
  pickup: proposePickup,
};

/** Each part is proposed once: the family may clear it. */
function propose(draft: Draft, part: ProposedPart, { proposal, sold }: { proposal: Proposal; sold: Sold }) {
  if (draft.program.proposed?.parts.includes(part)) return draft;
  const filled = PARTS[part](draft, proposal, sold);
  if (filled === draft) return draft;
  const parts = [...(filled.program.proposed?.parts ?? []), part];
  const { student_id } = proposal;
  const route = part === 'route' ? filled.program.route : (filled.program.proposed?.route ?? null);
  return setProgramField(filled, 'proposed', { student_id, parts, route });
}

const WITHOUT: Readonly<Record<ProposedPart, (draft: Draft) => Draft>> = {
  // The family has accepted the contract of the program.
  program: (draft) => draft,
  grade: (draft) => setProgramField(draft, 'grade_id', null),
  route: (draft) => chooseRoute(draft, null),
  pickup: (draft) => ({ ...draft, program: { ...draft.program, pickup_north: '', pickup_cross: '' } }),
};

/** Another child takes none of the proposals. */
function dropForeign(draft: Draft): Draft {
  const { proposed } = draft.program;
  if (proposed === null || proposed.student_id === draft.student.id) return draft;
  const cleared = proposed.parts.reduce((known, part) => WITHOUT[part](known), draft);
  return setProgramField(cleared, 'proposed', null);
}

/** Fills the empty parts of the draft from the child's last contract. */
export function settleProposal(draft: Draft, proposal: Proposal | undefined, sold: Sold): Draft {
  const own = dropForeign(draft);
  if (!proposal || proposal.student_id !== own.student.id) return own;
  return (Object.keys(PARTS) as ProposedPart[]).reduce(
    (known, part) => propose(known, part, { proposal, sold }),
    own,
  );
}

const IS_KEPT: Readonly<Record<ProposedPart, (program: Draft['program'], proposal: Proposal) => boolean>> = {
  program: ({ id }, { program_id }) => id === program_id,
  grade: (program, { grade_id }) => program.grade_id === grade_id,
  route: ({ proposed, route }) => route === proposed?.route,
  pickup: (program, { pickup_north, pickup_cross }) =>
    program.pickup_north === pickup_north && program.pickup_cross === pickup_cross,
};

/** The value of the part is the proposed one. */
export const isProposed = ({ program }: Draft, proposal: Proposal | undefined, part: ProposedPart): boolean =>
  proposal !== undefined &&
  program.proposed?.student_id === proposal.student_id &&
  program.proposed.parts.includes(part) &&
  IS_KEPT[part](program, proposal);

/** A draft of the same child goes on, a draft without a child takes the child, any other is replaced. */
export function startFor(draft: Draft, student: Student): Draft {
  const { id, first_name } = draft.student;
  if (id === student.id) return draft;
  const isBlank = id === null && first_name.trim() === '';
  return takeStudent(isBlank ? draft : emptyDraft(), student);
}
