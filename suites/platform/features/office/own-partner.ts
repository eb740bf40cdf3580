import type { PlatformFacts } from '../../../../conformance/ports/platform.ts'

const CLIENT_ID = /^m2m-(.+)-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The profile's own partner: the one that it names, or the one in the id of its client (2.6); undefined where neither shows it. */
export function ownPartnerId({
  partnerId,
  clientId,
}: Pick<PlatformFacts, 'partnerId' | 'clientId'>): string | undefined {
  return partnerId ?? CLIENT_ID.exec(clientId)?.[1]
}
