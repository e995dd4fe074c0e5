import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.*;
import java.util.regex.*;
import java.util.stream.Collectors;

import static java.nio.charset.StandardCharsets.UTF_8;

/** JSON parser and writer. Objects are maps, arrays are lists, numbers are BigDecimal. */
final class Json {
  private static final int MOST_DEPTH = 100;
  private static final Pattern NUMBER =
      Pattern.compile("-?(0|[1-9]\\d{0,300})(\\.\\d{1,300})?([eE][+-]?\\d{1,4})?");

  private final String text;
  private int at;

  private Json(String text) { this.text = text; }

  /** Returns an object with these members: name, value, name, value … */
  static Map<String, Object> object(Object... members) {
    Map<String, Object> object = new LinkedHashMap<>();
    for (int i = 0; i < members.length; i += 2) object.put((String) members[i], members[i + 1]);
    return object;
  }

  static Object parse(byte[] bytes) {
    Json json = new Json(decoded(bytes));
    Object value = json.value(0);
    json.blank();
    if (json.at < json.text.length()) throw json.wrong();
    return value;
  }

  /** Returns the members of an object that a service sent; no members if the bytes are not a JSON object. */
  static Members members(byte[] bytes) {
    int blame = GatewayAdapter.AdapterException.FAILED;
    try {
      return new Members(parse(bytes) instanceof Map<?, ?> object ? object : Map.of(), blame);
    } catch (GatewayAdapter.AdapterException noJson) {
      return new Members(Map.of(), blame);
    }
  }

  private static String decoded(byte[] bytes) {
    try {
      return UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString(); // new String would replace invalid bytes by �
    } catch (CharacterCodingException notUtf8) {
      throw GatewayAdapter.unreadable("not UTF-8");
    }
  }

  /** Returns an exception with only the place, because the text may be a secret. */
  private RuntimeException wrong() { return GatewayAdapter.unreadable("not JSON at character " + at); }

  private void blank() {
    while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) at++;
  }

  private boolean take(String wanted) {
    blank();
    if (!text.startsWith(wanted, at)) return false;
    at += wanted.length();
    return true;
  }

  private boolean expect(String wanted) {
    if (take(wanted)) return true;
    throw wrong();
  }

  private Object value(int depth) {
    if (depth > MOST_DEPTH) throw wrong();
    if (take("{")) {
      Map<String, Object> members = new LinkedHashMap<>();
      for (boolean more = !take("}"); more; more = goesOn("}")) members.put(name(), value(depth + 1));
      return members;
    }
    if (take("[")) {
      List<Object> elements = new ArrayList<>();
      for (boolean more = !take("]"); more; more = goesOn("]")) elements.add(value(depth + 1));
      return elements;
    }
    if (take("\"")) return string();
    if (take("true")) return true;
    if (take("false")) return false;
    if (take("null")) return null;
    Matcher number = NUMBER.matcher(text).region(at, text.length());
    if (!number.lookingAt()) throw wrong();
    at = number.end();
    return new BigDecimal(number.group());
  }

  private boolean goesOn(String end) { return take(",") || !expect(end); }

  private String name() {
    expect("\"");
    String name = string();
    expect(":");
    return name;
  }

  private String string() {
    StringBuilder string = new StringBuilder();
    while (at < text.length() && text.charAt(at) >= ' ') {
      char c = text.charAt(at++);
      if (c == '"') return string.toString();
      string.append(c == '\\' ? escaped() : c);
    }
    throw wrong();
  }

  private char escaped() {
    int kind = at < text.length() ? "\"\\/bfnrtu".indexOf(text.charAt(at++)) : -1;
    if (kind < 0) throw wrong();
    if (kind < 8) return "\"\\/\b\f\n\r\t".charAt(kind);
    String digits = text.substring(at, Math.min(at + 4, text.length()));
    if (!digits.matches("[0-9a-fA-F]{4}")) throw wrong();
    at += 4;
    return (char) Integer.parseInt(digits, 16); // a surrogate pair consists of two escapes
  }

  static String write(Object value) {
    if (value instanceof Map<?, ?> members)
      return members.entrySet().stream().map(each -> write(each.getKey()) + ":" + write(each.getValue()))
          .collect(Collectors.joining(",", "{", "}"));
    if (value instanceof List<?> elements)
      return elements.stream().map(Json::write).collect(Collectors.joining(",", "[", "]"));
    return value instanceof String string ? quoted(string) : String.valueOf(value);
  }

  private static String quoted(String string) {
    StringBuilder out = new StringBuilder("\"");
    string.codePoints().forEach(c -> {
      boolean halfPair = c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE; // impossible in UTF-8
      if (c < ' ' || halfPair) out.append(String.format("\\u%04x", c));
      else out.append(c == '"' || c == '\\' ? "\\" : "").appendCodePoint(c);
    });
    return out.append('"').toString();
  }

  /** Accesses the members of an object by their expected types. `blame` is the error code if a type is wrong. */
  record Members(Map<?, ?> members, int blame) {
    static Members of(Object value, int blame) {
      if (value instanceof Map<?, ?> members) return new Members(members, blame);
      if (value == null) return new Members(Map.of(), blame);
      throw new GatewayAdapter.AdapterException(blame, "an object is expected");
    }

    private <T> T get(String name, Class<T> type) {
      if (type.isInstance(members.get(name))) return type.cast(members.get(name));
      throw new GatewayAdapter.AdapterException(blame, name + " is no " + type.getSimpleName());
    }

    boolean has(String name) { return members.get(name) != null; }
    String text(String name) { return get(name, String.class); }
    String text(String name, String fallback) { return members.get(name) == null ? fallback : text(name); }
    boolean flag(String name) { return get(name, Boolean.class); }
    double number(String name) { return get(name, BigDecimal.class).doubleValue(); }
    Members object(String name) { return of(members.get(name), blame); }

    List<Members> list(String name) {
      List<?> list = get(name, List.class);
      return list.stream().map(each -> of(each, blame)).toList();
    }

    /** Returns a list of strings; empty if the member is missing. */
    List<String> texts(String name) {
      List<?> list = members.get(name) == null ? List.of() : get(name, List.class);
      return list.stream().map(String::valueOf).toList();
    }
  }
}
