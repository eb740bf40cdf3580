/** Computes a value when it is first asked for, since most of the thousands of generated cases are never read again. */
export function once<Value>(make: () => Value): () => Value {
  // Released after the call, with everything that it refers to.
  let left: typeof make | undefined = make
  let value: Value | undefined
  return () => {
    if (left !== undefined) value = left()
    left = undefined
    return value as Value
  }
}

/**
 * Computes a value once for each object or list. Several hundred claims check the same exchanges in turn.
 * Most of them begin by reading or sorting those in the same way.
 */
export function onceFor<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const known = new WeakMap<Key, { readonly value: Value }>()
  // The next key is mostly the last one again, and comparing with it is much quicker than a lookup.
  let lastKey: Key | undefined
  let lastValue: Value | undefined
  return (key) => {
    if (key === lastKey) return lastValue as Value
    const found = known.get(key) ?? { value: make(key) }
    known.set(key, found)
    lastKey = key
    lastValue = found.value
    return found.value
  }
}
