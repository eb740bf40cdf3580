export { type ClientProfile, loadClientProfile } from './client.ts'
export { isShort, loadProfile, profileFrom, profileKeys } from './load.ts'
export type { PlatformProfile } from './profile.ts'
export { loadReceiverProfile, type ReceiverProfile } from './receiver.ts'
