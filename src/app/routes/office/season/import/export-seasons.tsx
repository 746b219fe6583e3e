import { m } from '#i18n/messages.js';
import { exportSeasons } from '#modules/catalog/exchange/exchange.contract.ts';
import { callForOne } from '#app/api/client.ts';
import { useRight } from '#app/auth/use-auth.ts';
import { ActButton } from '#app/forms/act-button.tsx';
import { Card } from '#app/ui/card.tsx';

type ExportSeasonsProps = {
  label: string;
  /** the only season of the ZIP; left out, every season */
  periodId?: number;
  /** the name of the season in a row of several */
  season?: string;
};

/**
 * Downloads the season file as a ZIP (SE10.1). The call asks for the password and signs a link of five
 * minutes; the browser downloads by the link, and the page stays.
 */
export function ExportSeasons({ label, periodId, season }: ExportSeasonsProps) {
  const mayExport = useRight('season_write');
  if (!mayExport) return null;
  const look =
    season === undefined
      ? ({ icon: 'file' } as const)
      : ({ size: 'small', name: m.office_export_of({ season }) } as const);
  return (
    <ActButton
      label={label}
      {...look}
      className="justify-self-start"
      act={async () => {
        const { path } = await callForOne(exportSeasons, { body: { period_id: periodId ?? null } });
        window.location.assign(path);
      }}
    />
  );
}

/** Every season as a ZIP. */
export function ExportCard() {
  return (
    <Card title={m.office_export_title()} className="mt-6">
      <p className="mb-3 max-w-read">{m.office_export_text()}</p>
      <ExportSeasons label={m.office_export_all()} />
    </Card>
  );
}
