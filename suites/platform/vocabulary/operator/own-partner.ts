import type { PlatformFacts } from '../../../../conformance/ports/platform.ts'

const CLIENT_ID = /^m2m-(.+)-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Finds the id of the profile's own partner: as the profile names it, or from its client id (2.6); else undefined. */
export function ownPartnerId({
  partnerId,
  clientId,
}: Pick<PlatformFacts, 'partnerId' | 'clientId'>): string | undefined {
  return partnerId ?? CLIENT_ID.exec(clientId)?.[1]
}
