INSERT INTO "options" ("category", "key") VALUES
  ('userRole', 'userRoleDispatcher'),
  ('userRole', 'userRoleSchool');
