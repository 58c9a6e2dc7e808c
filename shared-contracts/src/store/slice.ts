type SetSlice<S> = (changes: Partial<S> | ((state: S) => Partial<S>)) => void;

/** Makes one part of the participant store: its first values and the actions that change them. */
export type Slice<S> = (set: SetSlice<S>) => S;
