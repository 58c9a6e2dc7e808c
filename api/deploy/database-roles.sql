-- The two roles of the database, neither of them a superuser: one owns the tables and changes their shape, the other is
-- the API's. Names and passwords are those of the addresses in the secrets. The postgres container runs this at its first
-- start; run again, it gives the roles the passwords that the secrets hold now.
\set ON_ERROR_STOP on
\set owner `sed -E 's#^[a-z]+://([^:]+):([^@]+)@.*#\1#' /run/secrets/database-owner-url`
\set owner_password `sed -E 's#^[a-z]+://([^:]+):([^@]+)@.*#\2#' /run/secrets/database-owner-url`
\set application `sed -E 's#^[a-z]+://([^:]+):([^@]+)@.*#\1#' /run/secrets/database-url`
\set application_password `sed -E 's#^[a-z]+://([^:]+):([^@]+)@.*#\2#' /run/secrets/database-url`

select format('create role %I login', name) from unnest(array[:'owner', :'application']) as name
  where not exists (select from pg_roles where rolname = name) \gexec
alter role :"owner" password :'owner_password';
alter role :"application" password :'application_password';
-- So that the owner may hand over, dump and restore what the API makes for itself: the queue of its jobs.
grant :"application" to :"owner";
alter database stepwise owner to :"owner";
