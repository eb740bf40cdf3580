export { embeddedTarget, type StartedPlatform } from './embedded.ts'
export { type InventoryItem, inventoryOf } from './inventory.ts'
export { openPlatform, type PlatformOptions, type PlatformTarget } from './platform.ts'
export { preflight } from './preflight.ts'
