// swift-format-ignore-file

/// The JSON Schema of the contract format, as it stands in `contracts/contract.schema.json`.
///
/// A copy, so that the command needs no file beside it; a test holds the two together and rewrites this file when recording.
enum FormatSchemaText {
  static let json = #"""
{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "title": "Assay contract",
  "description": "What a service's documents promise, in a form that can be held against a running backend.",
  "type": "object",
  "required": ["contract", "service", "title", "servers", "operations", "scenarios"],
  "properties": {
    "$schema": {
      "title": "Schema of this file", "type": "string",
      "description": "Where an editor finds this schema: \"contract.schema.json\"." },
    "contract": {
      "title": "Format version", "const": "1",
      "description": "Version of the contract format; always \"1\"." },
    "service": {
      "title": "Service name", "type": "string", "pattern": "^[a-z0-9][a-z0-9-]*$",
      "description": "Short name that reports use: lower-case letters, digits and hyphens." },
    "title": {
      "title": "Title", "type": "string", "minLength": 1,
      "description": "Name of the service as a person writes it." },
    "description": {
      "title": "Description", "type": "string",
      "description": "What the service does, in a sentence or two." },
    "documents": {
      "title": "Documents", "type": "object",
      "description": "The documents the promises come from, by the name that `source` uses.",
      "propertyNames": { "$ref": "#/$defs/documentName" },
      "additionalProperties": { "$ref": "#/$defs/document" } },
    "servers": {
      "title": "Servers", "type": "object", "minProperties": 1,
      "description": "The base URLs the operations are called at, by the name that `--server NAME=URL` uses.",
      "propertyNames": { "$ref": "#/$defs/name" },
      "additionalProperties": { "$ref": "#/$defs/server" } },
    "operations": {
      "title": "Operations", "type": "object", "minProperties": 1,
      "description": "Single calls: the request, the answers that keep the contract, and how they hang together.",
      "propertyNames": { "$ref": "#/$defs/name" },
      "additionalProperties": { "$ref": "#/$defs/operation" } },
    "scenarios": {
      "title": "Scenarios", "type": "object", "minProperties": 1,
      "description": "Sequences of calls. Scenarios are independent of each other and run at the same time.",
      "propertyNames": { "$ref": "#/$defs/name" },
      "additionalProperties": { "$ref": "#/$defs/scenario" } },
    "$defs": {
      "title": "Shared schemas", "type": "object",
      "description": "JSON Schemas used in several places, as \"#/$defs/NAME\".",
      "additionalProperties": { "$ref": "#/$defs/schema" } },
    "mock": {
      "title": "Mock data", "type": "object",
      "description": "What only the mock server needs.",
      "properties": {
        "data": {
          "title": "Data",
          "description": "Any JSON; `$data#/…` reads from it in the templates of the mock." } },
      "patternProperties": { "^x-": true },
      "additionalProperties": false },
    "notes": {
      "title": "Notes", "type": "array",
      "description": "Contradictions and gaps in the documents, and the side the contract takes.",
      "items": { "$ref": "#/$defs/note" } } },
  "patternProperties": { "^x-": true },
  "additionalProperties": false,

  "$defs": {
    "name": {
      "title": "Name", "type": "string", "pattern": "^[A-Za-z0-9][A-Za-z0-9_.-]*$",
      "description": "Letters, digits, `_`, `.` and `-`; begins with a letter or a digit." },
    "documentName": {
      "title": "Name of a document", "type": "string", "pattern": "^[A-Za-z][A-Za-z0-9_-]*$",
      "description": "Letters, digits, `_` and `-`; begins with a letter." },
    "level": {
      "title": "Level", "enum": ["must", "should", "may"],
      "description": "RFC 2119. must: a documented client breaks, or a statement of the documents is contradicted; a failure. should: the documents suggest it; a warning, a failure under --strict. may: worth knowing. The nearest enclosing level counts; must where none is said." },
    "source": {
      "title": "Source", "type": ["string", "array"],
      "description": "The lines that promise it: \"document:first-last\" or \"document:line\", at most 40 lines each; or an array of such.",
      "pattern": "^[A-Za-z][A-Za-z0-9_-]*:[1-9][0-9]*(-[1-9][0-9]*)?$",
      "minItems": 1,
      "items": { "type": "string", "pattern": "^[A-Za-z][A-Za-z0-9_-]*:[1-9][0-9]*(-[1-9][0-9]*)?$" } },
    "duration": {
      "title": "Duration", "type": "string", "pattern": "^[0-9]+(ms|s|m)$",
      "description": "\"250ms\", \"3s\", \"5m\"." },
    "limit": {
      "title": "Time limit", "type": ["string", "object"],
      "description": "A duration, or a duration with its own level and source.",
      "pattern": "^[0-9]+(ms|s|m)$",
      "required": ["limit"],
      "properties": {
        "limit": { "$ref": "#/$defs/duration", "title": "Limit" },
        "level": { "$ref": "#/$defs/level" },
        "source": { "$ref": "#/$defs/source" } },
      "patternProperties": { "^x-": true },
      "additionalProperties": false },
    "pointer": {
      "title": "JSON Pointer", "type": "string", "pattern": "^(/([^~/]|~[01])*)*$",
      "description": "RFC 6901, such as \"/results/0/similarity\"." },
    "expression": {
      "title": "Expression", "type": "string", "minLength": 1,
      "description": "Comparisons, &&, ||, !, functions and runtime expressions such as $response.body#/job_id." },
    "template": {
      "title": "Template",
      "description": "Any JSON. A string that starts with $ is a runtime expression and keeps its type, {$…} inside a string is replaced by text, $$ is a dollar." },
    "templates": {
      "title": "Templates by name", "type": "object",
      "additionalProperties": { "$ref": "#/$defs/template" } },
    "invariants": {
      "title": "Invariants", "type": "array",
      "description": "Rules over what was sent and what came back.",
      "items": { "$ref": "#/$defs/invariant" } },
    "invariant": {
      "title": "Invariant", "type": "object", "required": ["rule"],
      "properties": {
        "rule": { "$ref": "#/$defs/expression", "title": "Rule", "description": "An expression that has to be true." },
        "message": {
          "title": "Message", "type": "string", "minLength": 1,
          "description": "What was promised, in a sentence a reader of the report sees." },
        "level": { "$ref": "#/$defs/level" },
        "source": { "$ref": "#/$defs/source" } },
      "patternProperties": { "^x-": true },
      "additionalProperties": false },
    "constants": {
      "title": "Constant values", "type": "array",
      "description": "Values that are the same in every answer of a poll or every event of a stream that has them.",
      "items": { "$ref": "#/$defs/constant" } },
    "constant": {
      "title": "Constant value", "type": ["string", "object"],
      "description": "A JSON Pointer, or one with its own level and source.",
      "pattern": "^(/([^~/]|~[01])*)*$",
      "required": ["pointer"],
      "properties": {
        "pointer": { "$ref": "#/$defs/pointer", "description": "The place, in each answer or in the data of each event." },
        "equals": { "$ref": "#/$defs/expression", "title": "Equals", "description": "The value must also equal this, such as $request.path.job_id." },
        "level": { "$ref": "#/$defs/level" },
        "source": { "$ref": "#/$defs/source" } },
      "patternProperties": { "^x-": true },
      "additionalProperties": false },
    "nondecreasings": {
      "title": "Values that never fall", "type": "array",
      "description": "Numbers that never become smaller from one answer or event to the next that has them.",
      "items": { "$ref": "#/$defs/nondecreasing" } },
    "nondecreasing": {
      "title": "Value that never falls", "type": ["string", "object"],
      "description": "A JSON Pointer, or one with its own level and source.",
      "pattern": "^(/([^~/]|~[01])*)*$",
      "required": ["pointer"],
      "properties": {
        "pointer": { "$ref": "#/$defs/pointer", "description": "The place, in each answer or in the data of each event." },
        "level": { "$ref": "#/$defs/level" },
        "source": { "$ref": "#/$defs/source" } },
      "patternProperties": { "^x-": true },
      "additionalProperties": false },

    "document": {
      "title": "Document", "type": "object", "required": ["title", "file"],
      "properties": {
        "title": { "title": "Title", "type": "string", "minLength": 1, "description": "The document's own title." },
        "file": { "title": "File", "type": "string", "minLength": 1, "description": "File name, looked for in the folder given with --documents." } },
      "patternProperties": { "^x-": true },
      "additionalProperties": false },
    "server": {
      "title": "Server", "type": "object", "required": ["url"],
      "properties": {
        "url": {
          "title": "URL", "type": "string", "pattern": "^(https?://|\\$\\{[A-Za-z_]).*[^/]$",
          "description": "Base URL without a slash at its end; ${NAME} is taken from the environment." },
        "description": { "title": "Description", "type": "string", "description": "What runs there." },
        "source": { "$ref": "#/$defs/source" } },
      "patternProperties": { "^x-": true },
      "additionalProperties": false },
    "note": {
      "title": "Note", "type": "object", "required": ["topic", "note", "sources"],
      "properties": {
        "topic": { "title": "Topic", "type": "string", "minLength": 1, "description": "What it is about, in a few words." },
        "note": { "title": "Note", "type": "string", "minLength": 1, "description": "What the documents say in each place, and the side taken." },
        "sources": {
          "title": "Sources", "type": "array", "minItems": 1, "description": "Every place concerned.",
          "items": { "type": "string", "pattern": "^[A-Za-z][A-Za-z0-9_-]*:[1-9][0-9]*(-[1-9][0-9]*)?$" } } },
      "patternProperties": { "^x-": true },
      "additionalProperties": false },

    "operation": {
      "title": "Operation", "type": "object", "required": ["request"],
      "properties": {
        "server": { "title": "Server", "type": "string", "description": "Name of the server; may be left out where there is one." },
        "summary": { "title": "Summary", "type": "string", "description": "What the call does, in a line." },
        "source": { "$ref": "#/$defs/source" },
        "level": { "$ref": "#/$defs/level" },
        "request": { "$ref": "#/$defs/request" },
        "responses": { "$ref": "#/$defs/responses" },
        "invariants": { "$ref": "#/$defs/invariants", "description": "Rules over $request and $response; judged when the answer is a success." },
        "within": { "$ref": "#/$defs/limit", "description": "Time to the complete answer." },
        "poll": { "$ref": "#/$defs/poll" },
        "stream": { "$ref": "#/$defs/stream" },
        "mock": { "$ref": "#/$defs/operationMock" } },
      "dependentSchemas": { "stream": { "properties": { "poll": false } } },
      "patternProperties": { "^x-": true },
      "additionalProperties": false },

    "request": {
      "title": "Request", "type": "object", "required": ["method", "path"],
      "description": "What is sent: an example of everything, so that the operation can be called.",
      "properties": {
        "method": { "title": "Method", "enum": ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"], "description": "HTTP method." },
        "path": { "title": "Path", "type": "string", "pattern": "^/", "description": "Path after the server's URL; {name} is a path parameter." },
        "parameters": {
          "title": "Path parameters", "type": "object", "description": "The {names} in the path.",
          "additionalProperties": { "$ref": "#/$defs/parameter" } },
        "query": {
          "title": "Query", "type": "object", "description": "Query parameters, by name.",
          "additionalProperties": { "$ref": "#/$defs/parameter" } },
        "headers": {
          "title": "Headers", "type": "object", "description": "Request headers: a fixed value, or a parameter.",
          "additionalProperties": { "$ref": "#/$defs/headerParameter" } },
        "multipart": {
          "title": "Multipart form", "type": "object", "description": "Parts of a multipart/form-data body, by name.",
          "additionalProperties": { "$ref": "#/$defs/part" } },
        "body": { "$ref": "#/$defs/requestBody" } },
      "dependentSchemas": { "multipart": { "properties": { "body": false } } },
      "patternProperties": { "^x-": true },
      "additionalProperties": false },
    "parameter": {
      "title": "Parameter", "type": "object",
      "properties": {
        "schema": { "$ref": "#/$defs/schema", "description": "What the value may be." },
        "example": { "$ref": "#/$defs/template", "title": "Example", "description": "The value sent where a step gives none." },
        "required": { "title": "Required", "type": "boolean", "description": "Whether a request must have it; a path parameter always must." },
        "allowReserved": {
          "title": "Allow reserved characters", "type": "boolean",
          "description": "As in OpenAPI: the value is put in as RFC 6570 reserved expansion does, so a `/` stays a `/` and %XX stays as it is." },
        "description": { "title": "Description", "type": "string", "description": "What it means." },
        "level": { "$ref": "#/$defs/level" },
        "source": { "$ref": "#/$defs/source" } },
      "patternProperties": { "^x-": true },
      "additionalProperties": false },
    "headerParameter": {
      "title": "Header", "type": ["string", "object"],
      "description": "A fixed value, or an object with schema and example.",
      "properties": {
        "schema": { "$ref": "#/$defs/schema", "description": "What the value may be." },
        "example": { "$ref": "#/$defs/template", "title": "Example", "description": "The value sent where a step gives none." },
        "required": { "title": "Required", "type": "boolean", "description": "Whether a request must have it." },
        "description": { "title": "Description", "type": "string", "description": "What it means." },
        "level": { "$ref": "#/$defs/level" },
        "source": { "$ref": "#/$defs/source" } },
      "patternProperties": { "^x-": true },
      "additionalProperties": false },
    "part": {
      "title": "Part", "type": "object",
      "description": "A file, or a field with a schema and an example.",
      "properties": {
        "file": { "title": "File", "type": "string", "minLength": 1, "description": "The file sent, seen from the contract's folder." },
        "filename": { "title": "File name", "type": "string", "description": "The name told to the server; the file's own name where none is said." },
        "content": { "title": "Media type", "type": "string", "pattern": "^[^\\s/;]+/[^\\s/;]+", "description": "The part's Content-Type." },
        "schema": { "$ref": "#/$defs/schema", "description": "What the field may hold." },
        "example": { "$ref": "#/$defs/template", "title": "Example", "description": "The value sent where a step gives none." },
        "required": { "title": "Required", "type": "boolean", "description": "Whether a request must have this part." },
        "description": { "title": "Description", "type": "string", "description": "What it means." },
        "level": { "$ref": "#/$defs/level" },
        "source": { "$ref": "#/$defs/source" } },
      "patternProperties": { "^x-": true },
      "additionalProperties": false },
    "requestBody": {
      "title": "Body", "type": "object",
      "description": "A JSON body; excludes multipart.",
      "properties": {
        "content": { "title": "Media type", "type": "string", "pattern": "^[^\\s/;]+/[^\\s/;]+", "description": "The Content-Type sent; application/json where none is said." },
        "schema": { "$ref": "#/$defs/schema", "description": "What a body may be; the mock holds requests against it." },
        "example": { "$ref": "#/$defs/template", "title": "Example", "description": "The body sent; a step's body is merged over it." },
        "required": { "title": "Required", "type": "boolean", "description": "Whether a request must have a body." },
        "description": { "title": "Description", "type": "string", "description": "What it means." },
        "level": { "$ref": "#/$defs/level" },
        "source": { "$ref": "#/$defs/source" } },
      "patternProperties": { "^x-": true },
      "additionalProperties": false },

    "responses": {
      "title": "Responses", "type": "object", "minProperties": 1,
      "description": "By status: an exact code (200), a class (2XX), or default. The exact code counts first, then the class, then default.",
      "patternProperties": {
        "^([1-5][0-9][0-9]|[1-5]XX|default)$": { "$ref": "#/$defs/response" },
        "^x-": true },
      "additionalProperties": false },
    "response": {
      "title": "Response", "type": "object",
      "properties": {
        "description": { "title": "Description", "type": "string", "description": "When this answer comes." },
        "content": { "$ref": "#/$defs/responseContent" },
        "body": { "$ref": "#/$defs/schema", "title": "Body", "description": "JSON Schema of the body; the body must then be JSON." },
        "text": { "$ref": "#/$defs/text" },
        "headers": {
          "title": "Headers", "type": "object", "description": "JSON Schema of a header's value, by header name.",
          "additionalProperties": { "$ref": "#/$defs/schema" } },
        "level": { "$ref": "#/$defs/level" },
        "source": { "$ref": "#/$defs/source" },
        "example": { "$ref": "#/$defs/template", "title": "Example", "description": "What the mock answers: a template; for a body that is not text, { \"$file\": path }." } },
      "patternProperties": { "^x-": true },
      "additionalProperties": false },
    "responseContent": {
      "title": "Content", "type": ["string", "object"],
      "description": "The media type promised, such as application/json or image/*; or an object with its own level and source.",
      "pattern": "^[^\\s/;]+/[^\\s/;]+$",
      "required": ["type"],
      "properties": {
        "type": { "title": "Media type", "type": "string", "pattern": "^[^\\s/;]+/[^\\s/;]+$", "description": "Such as application/json or image/*." },
        "level": { "$ref": "#/$defs/level" },
        "source": { "$ref": "#/$defs/source" } },
      "patternProperties": { "^x-": true },
      "additionalProperties": false },
    "text": {
      "title": "Text", "type": "object",
      "description": "Promises about a body that is not JSON.",
      "properties": {
        "nonEmpty": { "title": "Not empty", "type": "boolean", "description": "The body holds more than white space." },
        "json": { "title": "JSON", "type": "boolean", "description": "false: the body must not be JSON, as an error object in place of a page would be." },
        "matches": {
          "title": "Patterns", "type": "array", "description": "ECMA-262 regular expressions, each found somewhere in the text.",
          "items": {
            "title": "Pattern", "type": ["string", "object"],
            "required": ["pattern"],
            "properties": {
              "pattern": { "title": "Pattern", "type": "string", "format": "regex", "description": "Found somewhere in the text." },
              "message": { "title": "Message", "type": "string", "minLength": 1, "description": "What was promised, in a sentence a reader of the report sees." },
              "level": { "$ref": "#/$defs/level" },
              "source": { "$ref": "#/$defs/source" } },
            "patternProperties": { "^x-": true },
            "additionalProperties": false } },
        "level": { "$ref": "#/$defs/level" },
        "source": { "$ref": "#/$defs/source" } },
      "patternProperties": { "^x-": true },
      "additionalProperties": false },

    "poll": {
      "title": "Poll", "type": "object", "required": ["state", "states"],
      "description": "The operation is called again and again until a final state; the whole sequence of answers is judged.",
      "properties": {
        "state": { "$ref": "#/$defs/pointer", "title": "State", "description": "Where the state stands in each answer." },
        "states": {
          "title": "States", "type": "object", "minProperties": 1, "description": "Every state there is, by its value.",
          "additionalProperties": { "$ref": "#/$defs/state" } },
        "initial": {
          "title": "Initial states", "type": "array", "items": { "type": "string" }, "minItems": 1, "uniqueItems": true,
          "description": "States the first answer may show; any where none is said." },
        "constant": { "$ref": "#/$defs/constants" },
        "nondecreasing": { "$ref": "#/$defs/nondecreasings" },
        "every": { "$ref": "#/$defs/limit", "title": "Interval", "description": "Time between two polls; --poll-every overrides it." },
        "within": { "$ref": "#/$defs/limit", "title": "Deadline", "description": "Time to a final state; --max-wait caps it." },
        "stable": { "$ref": "#/$defs/switch", "title": "Final state is stable", "description": "One more poll after the end must show the same answer." },
        "progress": { "$ref": "#/$defs/switch", "title": "Progress is shown", "description": "The first poll must not block until the job is done." },
        "invariants": { "$ref": "#/$defs/invariants", "description": "Rules over each answer." },
        "examples": {
          "title": "Examples", "type": "array", "minItems": 1, "items": { "$ref": "#/$defs/template" },
          "description": "The answers the mock walks through, one a poll; the last one repeats." },
        "level": { "$ref": "#/$defs/level" },
        "source": { "$ref": "#/$defs/source" } },
      "patternProperties": { "^x-": true },
      "additionalProperties": false },
    "switch": {
      "title": "Promise", "type": ["string", "object"],
      "description": "A level, or an object with level and source.",
      "pattern": "^(must|should|may)$",
      "properties": {
        "level": { "$ref": "#/$defs/level" },
        "source": { "$ref": "#/$defs/source" } },
      "patternProperties": { "^x-": true },
      "additionalProperties": false },
    "state": {
      "title": "State", "type": "object",
      "properties": {
        "description": { "title": "Description", "type": "string", "description": "What the state means." },
        "next": { "title": "Next states", "type": "array", "items": { "type": "string" }, "uniqueItems": true, "description": "States that may follow; staying is always allowed." },
        "final": { "title": "Final", "type": "boolean", "description": "The job ends here." },
        "body": { "$ref": "#/$defs/schema", "title": "Body", "description": "JSON Schema of an answer in this state, on top of the response's." },
        "invariants": { "$ref": "#/$defs/invariants", "description": "Rules over an answer in this state." },
        "level": { "$ref": "#/$defs/level" },
        "source": { "$ref": "#/$defs/source" } },
      "patternProperties": { "^x-": true },
      "additionalProperties": false },

    "stream": {
      "title": "Stream", "type": "object", "required": ["events", "order"],
      "description": "The answer is a stream of server-sent events (WHATWG HTML 9.2), judged while it arrives.",
      "properties": {
        "events": {
          "title": "Events", "type": "object", "minProperties": 1, "description": "Every event there is, by its name.",
          "additionalProperties": { "$ref": "#/$defs/event" } },
        "order": { "$ref": "#/$defs/order" },
        "constant": { "$ref": "#/$defs/constants" },
        "nondecreasing": { "$ref": "#/$defs/nondecreasings" },
        "first": { "$ref": "#/$defs/limit", "title": "First event", "description": "Time to the first event." },
        "silence": { "$ref": "#/$defs/limit", "title": "Silence", "description": "Longest time without an event." },
        "within": { "$ref": "#/$defs/limit", "title": "Whole stream", "description": "Time to the final event; --max-wait caps it." },
        "invariants": { "$ref": "#/$defs/invariants", "description": "Rules over the whole stream, with $events." },
        "examples": {
          "title": "Examples", "type": "array", "minItems": 1, "items": { "$ref": "#/$defs/streamExample" },
          "description": "The events the mock plays." },
        "level": { "$ref": "#/$defs/level" },
        "source": { "$ref": "#/$defs/source" } },
      "patternProperties": { "^x-": true },
      "additionalProperties": false },
    "order": {
      "title": "Order", "type": ["string", "object"],
      "description": "A regular expression over event names: sequence, |, *, +, ?, ( ); or an object with its own level and source.",
      "minLength": 1,
      "required": ["expression"],
      "properties": {
        "expression": { "title": "Expression", "type": "string", "minLength": 1, "description": "Such as `connected status_update* analysis_complete? done`." },
        "level": { "$ref": "#/$defs/level" },
        "source": { "$ref": "#/$defs/source" } },
      "patternProperties": { "^x-": true },
      "additionalProperties": false },
    "event": {
      "title": "Event", "type": "object",
      "properties": {
        "description": { "title": "Description", "type": "string", "description": "When the event comes." },
        "data": { "$ref": "#/$defs/schema", "title": "Data", "description": "JSON Schema of the event's data." },
        "final": { "title": "Final", "type": "boolean", "description": "The stream ends with this event." },
        "finalWhen": { "$ref": "#/$defs/expression", "title": "Final when", "description": "Over $event: where true, this event may be the last, a documented failure." },
        "invariants": { "$ref": "#/$defs/invariants", "description": "Rules over $event." },
        "level": { "$ref": "#/$defs/level" },
        "source": { "$ref": "#/$defs/source" } },
      "patternProperties": { "^x-": true },
      "additionalProperties": false },
    "streamExample": {
      "title": "Event to play", "type": "object", "required": ["event", "data"],
      "properties": {
        "event": { "title": "Event", "type": "string", "description": "The event's name." },
        "data": { "$ref": "#/$defs/template", "title": "Data", "description": "The event's data, a template." },
        "after": { "$ref": "#/$defs/duration", "title": "After", "description": "Time since the event before, at real pace." },
        "id": { "title": "Id", "type": "string", "description": "The event's id." } },
      "patternProperties": { "^x-": true },
      "additionalProperties": false },

    "scenario": {
      "title": "Scenario", "type": "object", "required": ["steps"],
      "properties": {
        "summary": { "title": "Summary", "type": "string", "description": "What is tried, in a line." },
        "source": { "$ref": "#/$defs/source" },
        "steps": { "title": "Steps", "type": "array", "minItems": 1, "items": { "$ref": "#/$defs/step" }, "description": "The calls, in order." },
        "invariants": { "$ref": "#/$defs/invariants", "description": "Rules over $steps, judged at the end." } },
      "patternProperties": { "^x-": true },
      "additionalProperties": false },
    "step": {
      "title": "Step", "type": "object", "required": ["operation"],
      "properties": {
        "stepId": { "$ref": "#/$defs/name", "title": "Step id", "description": "Name in expressions and check ids; the operation's name where none is said." },
        "operation": { "title": "Operation", "type": "string", "description": "The operation called." },
        "description": { "title": "Description", "type": "string", "description": "Why this step is there." },
        "source": { "$ref": "#/$defs/source" },
        "parameters": { "$ref": "#/$defs/templates", "title": "Parameters", "description": "Path parameters by name; query and header names too where no path parameter has that name." },
        "query": { "$ref": "#/$defs/templates", "title": "Query", "description": "Query parameters; null leaves one out." },
        "headers": { "$ref": "#/$defs/templates", "title": "Headers", "description": "Headers; null leaves one out." },
        "multipart": {
          "title": "Multipart form", "type": "object", "description": "Merged over the operation's parts; null removes one.",
          "additionalProperties": { "$ref": "#/$defs/stepPart" } },
        "body": { "$ref": "#/$defs/template", "title": "Body", "description": "RFC 7396 merge patch over the operation's example body." },
        "rawBody": { "title": "Raw body", "type": "string", "description": "Sent as it stands, malformed on purpose." },
        "omitOptional": { "title": "Omit optional", "type": "boolean", "description": "Leaves out whatever is not required and not named by this step." },
        "responses": { "$ref": "#/$defs/responses", "description": "Replaces the operation's expectations for this step: an error probe." },
        "invariants": { "$ref": "#/$defs/invariants", "description": "Rules on top of the operation's." },
        "outputs": {
          "title": "Outputs", "type": "object", "description": "Values kept for later steps, by name.",
          "propertyNames": { "$ref": "#/$defs/name" },
          "additionalProperties": { "$ref": "#/$defs/output" } },
        "finalState": {
          "title": "Final state", "type": ["string", "array"], "items": { "type": "string" }, "minItems": 1,
          "description": "Poll: the final state, or states, this scenario needs." },
        "repeat": { "$ref": "#/$defs/repeat" } },
      "dependentSchemas": { "rawBody": { "properties": { "body": false, "multipart": false } } },
      "patternProperties": { "^x-": true },
      "additionalProperties": false },
    "stepPart": {
      "title": "Part", "type": ["string", "number", "boolean", "null", "object"],
      "description": "A template for the value, a file, or null to leave the part out.",
      "properties": {
        "file": { "title": "File", "type": "string", "minLength": 1, "description": "The file sent, seen from the contract's folder." },
        "filename": { "title": "File name", "type": "string", "description": "The name told to the server." },
        "content": { "title": "Media type", "type": "string", "pattern": "^[^\\s/;]+/[^\\s/;]+", "description": "The part's Content-Type." } },
      "patternProperties": { "^x-": true },
      "additionalProperties": false },
    "output": {
      "title": "Output", "type": ["string", "object"],
      "description": "An expression such as $response.body#/job_id, or an object that also says whether the value is a secret.",
      "minLength": 1,
      "required": ["value"],
      "properties": {
        "value": { "$ref": "#/$defs/expression", "title": "Value", "description": "Such as $response.body#/token." },
        "secret": { "title": "Secret", "type": "boolean", "description": "Never printed, recorded or reported." } },
      "patternProperties": { "^x-": true },
      "additionalProperties": false },
    "repeat": {
      "title": "Repeat", "type": "object", "required": ["until", "atMost"],
      "description": "The step is called again until the expression is true.",
      "properties": {
        "until": { "$ref": "#/$defs/expression", "title": "Until", "description": "Checked after each answer." },
        "atMost": { "title": "At most", "type": "integer", "minimum": 1, "description": "Calls in all." } },
      "patternProperties": { "^x-": true },
      "additionalProperties": false },

    "operationMock": {
      "title": "Mock", "type": "object",
      "description": "How the mock server remembers and answers.",
      "properties": {
        "creates": { "$ref": "#/$defs/name", "title": "Creates", "description": "Kind of resource remembered after this answer, such as job." },
        "key": { "$ref": "#/$defs/expression", "title": "Key", "description": "What it is found by later, such as $response.body#/job_id." },
        "uses": {
          "title": "Uses", "type": "object", "description": "Resources looked up, by kind; an unknown key is answered with the contract's 404 or 4XX.",
          "propertyNames": { "$ref": "#/$defs/name" },
          "additionalProperties": { "$ref": "#/$defs/expression" } },
        "set": { "$ref": "#/$defs/mockVariables" },
        "cases": {
          "title": "Cases", "type": "array", "description": "The first that is true gives the answer; else the success response's example does.",
          "items": {
            "title": "Case", "type": "object", "required": ["when"],
            "properties": {
              "when": { "$ref": "#/$defs/expression", "title": "When", "description": "Over $request, the resources and $data." },
              "set": { "$ref": "#/$defs/mockVariables" },
              "status": { "title": "Status", "type": "integer", "minimum": 100, "maximum": 599, "description": "The status answered; the success response's where none is said." },
              "example": { "$ref": "#/$defs/template", "title": "Example", "description": "The body answered; the response's example where none is said." } },
            "patternProperties": { "^x-": true },
            "additionalProperties": false } } },
      "dependentRequired": { "creates": ["key"], "key": ["creates"] },
      "patternProperties": { "^x-": true },
      "additionalProperties": false },
    "mockVariables": {
      "title": "Set", "type": "object",
      "description": "Expressions, worked out before the answer, kept in the resource used or created.",
      "propertyNames": { "$ref": "#/$defs/name" },
      "additionalProperties": { "$ref": "#/$defs/expression" } },

    "schemas": {
      "title": "Schemas", "type": "object",
      "additionalProperties": { "$ref": "#/$defs/schema" } },
    "schemaArray": {
      "title": "Schemas", "type": "array", "minItems": 1,
      "items": { "$ref": "#/$defs/schema" } },
    "count": { "title": "Count", "type": "integer", "minimum": 0 },
    "typeName": { "title": "Type", "enum": ["null", "boolean", "object", "array", "number", "integer", "string"] },
    "schema": {
      "title": "Schema", "type": ["object", "boolean"],
      "description": "JSON Schema 2020-12, or the draft its $schema names, and Assay's keywords level, source, sorted and uniqueBy.",
      "if": { "type": "object", "required": ["$schema"], "properties": { "$schema": { "pattern": "^https?://json-schema\\.org/draft(-0[467]|/2019-09)/schema#?$" } } },
      "then": { "$ref": "#/$defs/olderSchema" },
      "else": {
        "properties": {
          "$schema": { "title": "$schema", "type": "string", "description": "The dialect; 2020-12 where none is said." },
          "$id": { "title": "$id", "type": "string", "description": "URI of this schema." },
          "$anchor": { "title": "$anchor", "type": "string", "description": "A name for this place." },
          "$dynamicAnchor": { "title": "$dynamicAnchor", "type": "string", "description": "A name for this place, for $dynamicRef." },
          "$ref": { "title": "$ref", "type": "string", "description": "Another schema, such as \"#/$defs/Job\"." },
          "$dynamicRef": { "title": "$dynamicRef", "type": "string", "description": "Another schema, found in the dynamic scope." },
          "$vocabulary": { "title": "$vocabulary", "type": "object", "additionalProperties": { "type": "boolean" }, "description": "Vocabularies of a meta-schema." },
          "$comment": { "title": "$comment", "type": "string", "description": "For readers of the contract." },
          "$defs": { "$ref": "#/$defs/schemas", "title": "$defs", "description": "Schemas used from here." },
          "title": { "title": "title", "type": "string", "description": "Short name." },
          "description": { "title": "description", "type": "string", "description": "What the value means." },
          "default": { "title": "default", "description": "The value an absence stands for." },
          "deprecated": { "title": "deprecated", "type": "boolean", "description": "About to go." },
          "readOnly": { "title": "readOnly", "type": "boolean", "description": "Only in answers." },
          "writeOnly": { "title": "writeOnly", "type": "boolean", "description": "Only in requests." },
          "examples": { "title": "examples", "type": "array", "description": "Values that fit." },
          "type": {
            "title": "type", "type": ["string", "array"], "description": "One type, or several.",
            "pattern": "^(null|boolean|object|array|number|integer|string)$",
            "items": { "$ref": "#/$defs/typeName" }, "minItems": 1, "uniqueItems": true },
          "enum": { "title": "enum", "type": "array", "description": "The values allowed." },
          "const": { "title": "const", "description": "The one value allowed." },
          "allOf": { "$ref": "#/$defs/schemaArray", "title": "allOf", "description": "All of these hold; gives one promise its own level." },
          "anyOf": { "$ref": "#/$defs/schemaArray", "title": "anyOf", "description": "At least one of these holds." },
          "oneOf": { "$ref": "#/$defs/schemaArray", "title": "oneOf", "description": "Exactly one of these holds." },
          "not": { "$ref": "#/$defs/schema", "title": "not", "description": "This does not hold." },
          "if": { "$ref": "#/$defs/schema", "title": "if", "description": "Chooses between then and else." },
          "then": { "$ref": "#/$defs/schema", "title": "then", "description": "Holds where if does." },
          "else": { "$ref": "#/$defs/schema", "title": "else", "description": "Holds where if does not." },
          "properties": { "$ref": "#/$defs/schemas", "title": "properties", "description": "Members of an object, by name." },
          "patternProperties": { "$ref": "#/$defs/schemas", "title": "patternProperties", "description": "Members of an object, by regular expression." },
          "additionalProperties": { "$ref": "#/$defs/schema", "title": "additionalProperties", "description": "Members not named. Leave it open: an unknown field breaks no client." },
          "propertyNames": { "$ref": "#/$defs/schema", "title": "propertyNames", "description": "What names may be." },
          "unevaluatedProperties": { "$ref": "#/$defs/schema", "title": "unevaluatedProperties", "description": "Members no other keyword looked at." },
          "required": { "title": "required", "type": "array", "items": { "type": "string" }, "uniqueItems": true, "description": "Members that have to be there." },
          "dependentRequired": { "title": "dependentRequired", "type": "object", "additionalProperties": { "type": "array", "items": { "type": "string" }, "uniqueItems": true }, "description": "Members that have to be there where another is." },
          "dependentSchemas": { "$ref": "#/$defs/schemas", "title": "dependentSchemas", "description": "Schemas that hold where a member is there." },
          "minProperties": { "$ref": "#/$defs/count", "title": "minProperties", "description": "Fewest members." },
          "maxProperties": { "$ref": "#/$defs/count", "title": "maxProperties", "description": "Most members." },
          "prefixItems": { "$ref": "#/$defs/schemaArray", "title": "prefixItems", "description": "The first items, one by one." },
          "items": { "$ref": "#/$defs/schema", "title": "items", "description": "Every item (after prefixItems)." },
          "contains": { "$ref": "#/$defs/schema", "title": "contains", "description": "At least one item is like this." },
          "minContains": { "$ref": "#/$defs/count", "title": "minContains", "description": "Fewest items like contains." },
          "maxContains": { "$ref": "#/$defs/count", "title": "maxContains", "description": "Most items like contains." },
          "unevaluatedItems": { "$ref": "#/$defs/schema", "title": "unevaluatedItems", "description": "Items no other keyword looked at." },
          "minItems": { "$ref": "#/$defs/count", "title": "minItems", "description": "Fewest items." },
          "maxItems": { "$ref": "#/$defs/count", "title": "maxItems", "description": "Most items." },
          "uniqueItems": { "title": "uniqueItems", "type": "boolean", "description": "No item twice." },
          "minLength": { "$ref": "#/$defs/count", "title": "minLength", "description": "Fewest characters." },
          "maxLength": { "$ref": "#/$defs/count", "title": "maxLength", "description": "Most characters." },
          "pattern": { "title": "pattern", "type": "string", "format": "regex", "description": "ECMA-262 regular expression, found somewhere in the string." },
          "format": { "title": "format", "type": "string", "description": "Asserted: date-time, uuid, uri, …" },
          "contentEncoding": { "title": "contentEncoding", "type": "string", "description": "Such as base64." },
          "contentMediaType": { "title": "contentMediaType", "type": "string", "description": "Media type of the string's content." },
          "contentSchema": { "$ref": "#/$defs/schema", "title": "contentSchema", "description": "Schema of the string's content." },
          "minimum": { "title": "minimum", "type": "number", "description": "Least value." },
          "maximum": { "title": "maximum", "type": "number", "description": "Greatest value." },
          "exclusiveMinimum": { "title": "exclusiveMinimum", "type": "number", "description": "Greater than this." },
          "exclusiveMaximum": { "title": "exclusiveMaximum", "type": "number", "description": "Less than this." },
          "multipleOf": { "title": "multipleOf", "type": "number", "exclusiveMinimum": 0, "description": "A multiple of this." },
          "sorted": {
            "title": "sorted", "type": ["object", "array"],
            "description": "Items are in order by the value at a pointer, ties allowed; or an array of such, the first counting most.",
            "required": ["by"],
            "properties": {
              "by": { "$ref": "#/$defs/pointer", "title": "By", "description": "Place of the value within an item." },
              "order": { "title": "Order", "enum": ["ascending", "descending"], "description": "ascending where none is said." } },
            "additionalProperties": false,
            "minItems": 1,
            "items": {
              "type": "object", "required": ["by"],
              "properties": {
                "by": { "$ref": "#/$defs/pointer", "title": "By", "description": "Place of the value within an item." },
                "order": { "title": "Order", "enum": ["ascending", "descending"], "description": "ascending where none is said." } },
              "additionalProperties": false } },
          "uniqueBy": { "$ref": "#/$defs/pointer", "title": "uniqueBy", "description": "No two items have the same value at this pointer." },
          "level": { "$ref": "#/$defs/level" },
          "source": { "$ref": "#/$defs/source" } },
        "patternProperties": { "^x-": true },
        "additionalProperties": false } },
    "olderSchema": {
      "title": "Schema of an older draft",
      "description": "What the meta-schema that $schema names allows.",
      "allOf": [
        { "if": { "properties": { "$schema": { "pattern": "draft-04" } } }, "then": { "$ref": "http://json-schema.org/draft-04/schema" } },
        { "if": { "properties": { "$schema": { "pattern": "draft-06" } } }, "then": { "$ref": "http://json-schema.org/draft-06/schema" } },
        { "if": { "properties": { "$schema": { "pattern": "draft-07" } } }, "then": { "$ref": "http://json-schema.org/draft-07/schema" } },
        { "if": { "properties": { "$schema": { "pattern": "2019-09" } } }, "then": { "$ref": "https://json-schema.org/draft/2019-09/schema" } } ] }
  }
}
"""# + "\n"
}
