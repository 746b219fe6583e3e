import { m } from '#i18n/messages.js';
import { useAuth } from '#app/auth/use-auth.ts';
import { emptyStudent } from '#app/students/student-form.ts';
import { pageTitle } from '#app/shell/page-title.ts';
import { StudentEditor } from '#app/routes/dashboard/students/student-editor.tsx';

export const meta = () => pageTitle(m.shell_title_create_student());

export default function StudentCreate() {
  const { user } = useAuth();
  return <StudentEditor title={m.dashboard_student_create_title()} initial={emptyStudent(user)} />;
}
