package shop;

import java.time.Instant;
import org.springframework.data.annotation.Id;
import org.springframework.data.mongodb.core.index.Indexed;
import org.springframework.data.mongodb.core.mapping.Document;

/** A session of a user; the server removes it when its time has come. */
@Document("sessions")
public record Session(@Id String user, @Indexed(expireAfter = "0s") Instant expiresAt) {}
