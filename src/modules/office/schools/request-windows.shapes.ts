/** Families approve a text that names the new company, so approvals open only once it is known (MB20). */
export const companyIsNamed: [
  (typed: { reassign_open: boolean; reassign_to: string | null }) => boolean,
  { path: string[]; params: { rule: 'required' } },
] = [
  ({ reassign_open, reassign_to }) => !reassign_open || reassign_to !== null,
  { path: ['reassign_to'], params: { rule: 'required' } },
];
