import type { PlatformProfile } from '../profile/profile.ts'

const CLIENT_ID = /^m2m-(.+)-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The partner that a client id names (2.6); undefined where it has another shape. */
export const partnerIn = (clientId: string | undefined): string | undefined =>
  CLIENT_ID.exec(clientId ?? '')?.[1]

/** The profile's own partner, where it is known. */
export function ownPartner({ credentials }: PlatformProfile): { readonly partnerId?: string } {
  const partnerId = credentials.partnerId ?? partnerIn(credentials.clientId)
  return partnerId === undefined ? {} : { partnerId }
}
