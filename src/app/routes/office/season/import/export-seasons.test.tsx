import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { OtherSession } from '#app/auth/use-auth.ts';
import type { Session } from '#app/auth/session-state.ts';
import { ExportSeasons } from './export-seasons.tsx';

const sessionOf = (key: string) =>
  ({ options: [{ id: 1, key }], user: { id: 7, roles: [{ role_type_id: 1 }] } }) as unknown as Session;

const drawn = (role: string) =>
  renderToStaticMarkup(
    <OtherSession value={sessionOf(role)}>
      <ExportSeasons label="Export" periodId={2} season="2027–2028" />
    </OtherSession>,
  );

/** @shows SE1.1 */
it('a season of the list is exported by a button with its name, by staff who may change it', () => {
  expect(drawn('userRoleSuperAdmin')).toContain('aria-label="Export 2027–2028"');
  expect(drawn('userRoleDispatcher')).toBe('');
});
