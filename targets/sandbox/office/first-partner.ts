import type { Platform } from '../platform.ts'

/** Says whether a partner is the one whose account was opened first; the profile's second partner came later. */
export const isFirstPartner = (partnerId: string, { directory }: Pick<Platform, 'directory'>): boolean =>
  [...directory.partners.keys()][0] === partnerId
