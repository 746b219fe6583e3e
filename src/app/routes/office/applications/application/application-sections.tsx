import { useForm } from 'react-hook-form';
import { m } from '#i18n/messages.js';
import { addApplicationNote, type StoredApplication } from '#modules/careers/inbox.contract.ts';
import { noteShape } from '#modules/careers/inbox.shapes.ts';
import { call } from '#app/api/client.ts';
import { FormTextarea } from '#app/forms/fields.tsx';
import { Form } from '#app/forms/form.tsx';
import { schemaResolver } from '#app/forms/schema-resolver.ts';
import { useCompanyTime } from '#app/company/use-company-day.ts';
import { Button } from '#app/ui/button.tsx';
import { Card, Facts } from '#app/ui/card.tsx';

type Shown = { application: StoredApplication };

const orNone = (text: string | null) => text ?? m.office_none();
const Figures = ({ children }: { children: string }) => <span className="figures">{children}</span>;
const Typed = ({ children }: { children: string }) => (
  <p className="whitespace-pre-line wrap-anywhere">{children}</p>
);

export function ContactCard({ application }: Shown) {
  const { phone_mobile: phone, email, address_line_1, address_line_2 } = application;
  return (
    <Card title={m.office_application_contact()}>
      <Facts
        facts={[
          {
            label: m.office_column_phone(),
            value: (
              <a href={`tel:+1-${phone}`} className="figures underline underline-offset-4">
                {phone}
              </a>
            ),
          },
          {
            label: m.office_column_email(),
            value: (
              <a href={`mailto:${email}`} className="break-all underline underline-offset-4">
                {email}
              </a>
            ),
          },
          {
            label: m.office_application_address(),
            value: (
              <span className="wrap-anywhere">
                {[address_line_1, address_line_2].filter(Boolean).join(', ')}
              </span>
            ),
          },
        ]}
      />
    </Card>
  );
}

export function JobCard({ application }: Shown) {
  return (
    <Card title={m.office_application_job()}>
      <Facts
        facts={[
          { label: m.office_column_position(), value: application.position },
          { label: m.office_column_location(), value: application.work_location },
          { label: m.office_application_start(), value: <Figures>{application.start_date}</Figures> },
          { label: m.office_application_education(), value: application.education_level },
          {
            label: m.office_application_salary(),
            value: <span className="wrap-anywhere">{orNone(application.salary)}</span>,
          },
        ]}
      />
    </Card>
  );
}

/** Encrypted at rest, and never in an email. */
export function PrivateCard({ application }: Shown) {
  const { driver_license, date_of_birth, was_convicted, charges } = application;
  return (
    <Card title={m.office_application_private()}>
      <Facts
        facts={[
          {
            label: m.office_application_license(),
            value: <span className="wrap-anywhere">{orNone(driver_license)}</span>,
          },
          { label: m.office_application_born(), value: <Figures>{date_of_birth}</Figures> },
          {
            label: m.office_application_convicted(),
            value: was_convicted ?? m.office_application_not_asked(),
          },
          ...(charges ? [{ label: m.office_application_charges(), value: <Typed>{charges}</Typed> }] : []),
        ]}
      />
    </Card>
  );
}

function Job({ job }: { job: StoredApplication['experience'][number] }) {
  const { employer, job_title, start_date, end_date, responsibilities, reason_for_leaving } = job;
  const title = m.office_application_job_at({ title: job_title, employer });
  return (
    <article
      aria-label={title}
      className="border-t border-hair py-3 first:border-t-0 first:pt-0 print:break-inside-avoid"
    >
      <h3 className="font-bold wrap-anywhere">{title}</h3>
      {(start_date || end_date) && (
        <p className="figures text-sm text-ink-soft">
          {m.office_application_days({
            from: start_date ?? m.office_none(),
            to: end_date ?? m.office_application_today(),
          })}
        </p>
      )}
      <Facts
        className="mt-1"
        facts={[
          ...(responsibilities
            ? [{ label: m.office_application_responsibilities(), value: <Typed>{responsibilities}</Typed> }]
            : []),
          ...(reason_for_leaving
            ? [{ label: m.office_application_reason(), value: <Typed>{reason_for_leaving}</Typed> }]
            : []),
        ]}
      />
    </article>
  );
}

export function ExperienceCard({ application: { experience, special_skills } }: Shown) {
  return (
    <Card title={m.office_application_experience()}>
      {experience.length === 0 ? (
        <p className="text-ink-soft">{m.office_application_no_experience()}</p>
      ) : (
        <div>
          {experience.map((job, i) => (
            <Job key={i} job={job} />
          ))}
        </div>
      )}
      {special_skills && (
        <div className="border-t border-hair pt-3">
          <Facts facts={[{ label: m.office_application_skills(), value: <Typed>{special_skills}</Typed> }]} />
        </div>
      )}
    </Card>
  );
}

function NoteForm({ id, onChange }: { id: number; onChange: () => Promise<void> }) {
  const form = useForm({ resolver: schemaResolver(noteShape), defaultValues: { note: '' } });
  const save = async (body: { note: string }) => {
    await call(addApplicationNote, { params: { id }, body });
    await onChange();
    form.reset();
  };
  return (
    <Form form={form} onSubmit={save} className="mt-4 grid justify-items-start gap-3 print:hidden">
      <FormTextarea name="note" label={m.office_application_note()} className="w-full" />
      <Button type="submit" look="secondary" busy={form.formState.isSubmitting}>
        {m.office_application_note_add()}
      </Button>
    </Form>
  );
}

export function NotesCard({
  application: { id, notes },
  onChange,
}: Shown & { onChange: () => Promise<void> }) {
  const timeText = useCompanyTime();
  return (
    <Card title={m.office_application_notes()}>
      {notes.length === 0 && <p className="text-ink-soft">{m.office_application_no_notes()}</p>}
      <ul className="grid gap-3">
        {notes.map((note) => (
          <li key={note.id}>
            <p className="figures text-sm text-ink-soft">
              {m.office_application_note_by({ author: note.author, at: timeText(note.created_at) })}
            </p>
            <Typed>{note.text}</Typed>
          </li>
        ))}
      </ul>
      <NoteForm id={id} onChange={onChange} />
    </Card>
  );
}
