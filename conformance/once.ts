/** Works something out when it is first asked for: of thousands of generated cases most are never looked at again. */
export function once<Value>(make: () => Value): () => Value {
  // Dropped when it has run, and with it all that it was made from.
  let left: typeof make | undefined = make
  let value: Value | undefined
  return () => {
    if (left !== undefined) value = left()
    left = undefined
    return value as Value
  }
}

/**
 * Works something out once for each object or list. Some hundred claims look at the same exchanges one after the other, and most
 * of them begin by reading or sorting them in the same way.
 */
export function onceFor<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const known = new WeakMap<Key, { readonly value: Value }>()
  // What is asked for next is mostly what was asked for last, and looking that up is much quicker.
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
