/// What a check saw, in a shape that can be drawn; kept only where a finding was made.
public enum Illustration: Sendable, Hashable {
  case timeline(Timeline)
  case walk(Walk)
  case bars(Bars)
}
