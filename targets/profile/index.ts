export { loadProfile, profileFrom } from './load.ts'
export type { PlatformProfile } from './profile.ts'
