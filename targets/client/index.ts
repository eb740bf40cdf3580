export { clientInventory } from './inventory.ts'
export type { CertificateAuthority, PlatformFactory, PlatformInstance } from './platform-instance.ts'
export { clientPreflight } from './preflight.ts'
export { type ClientTarget, openClient } from './target.ts'
