import module from 'node:module'

// A worker thread does not enable the compile cache by itself, even where its parent process did.
module.enableCompileCache()
await import('./judging.ts')
