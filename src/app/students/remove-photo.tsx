import { useQueryClient } from '@tanstack/react-query';
import { m } from '#i18n/messages.js';
import { shownName } from '#kit/text/full-name.ts';
import type { Student } from '#modules/students/students.contract.ts';
import { ConfirmButton } from '#app/forms/confirm-button.tsx';

type RemovePhotoProps = {
  student: Pick<Student, 'first_name' | 'last_name'>;
  remove: () => Promise<unknown>;
};

export function RemovePhoto({ student, remove }: RemovePhotoProps) {
  const queries = useQueryClient();
  return (
    <ConfirmButton
      label={m.dashboard_student_photo_remove()}
      title={m.dashboard_student_photo_remove_title({ name: shownName(student) })}
      description={m.dashboard_student_photo_remove_text()}
      done={m.dashboard_student_photo_removed()}
      act={async () => {
        await remove();
        await queries.invalidateQueries();
      }}
    />
  );
}
