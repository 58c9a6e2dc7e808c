import type { Operation } from '../../domain/core/operation/operation.ts';
import { Participant } from '../../domain/people/participants/participant.entity.ts';
import type { PreviewLinkMade } from '../../release-api/releases.routes.ts';

/** Writes down who made a link to an unreleased release, and for which account, where the address has one. */
export async function auditPreviewLink(
  op: Operation,
  { package: name, version, until, tester, by }: PreviewLinkMade,
): Promise<void> {
  const account = await op.db.findOne(Participant, { email: tester.trim().toLowerCase() });
  await op.audit('preview.link-made', account?.id ?? null, {
    after: { package: name, version, until: new Date(until).toISOString(), by },
  });
}
